// Inflate (RFC 1951) for browsers without DecompressionStream, such as tablets of before 2023.
GG.inflate = (bytes) => {
  // Two bytes of the zlib envelope stand before the blocks; its checksum behind them is not needed.
  let at = 2;
  let held = 0;
  let count = 0;
  const bits = (n) => {
    while (count < n) {
      if (at >= bytes.length) throw new Error("the packed data end too early");
      held |= bytes[at++] << count;
      count += 8;
    }
    const value = held & ((1 << n) - 1);
    held >>>= n;
    count -= n;
    return value;
  };

  // A canonical Huffman code as counts by length and symbols in order.
  const table = (lengths) => {
    const counts = new Uint16Array(16);
    for (const length of lengths) counts[length] += 1;
    counts[0] = 0;
    const next = new Uint16Array(17);
    for (let i = 1; i < 16; i += 1) next[i + 1] = next[i] + counts[i];
    const symbols = new Uint16Array(lengths.length);
    lengths.forEach((length, symbol) => {
      if (length) symbols[next[length]++] = symbol;
    });
    return { counts, symbols };
  };
  const symbol = ({ counts, symbols }) => {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length < 16; length += 1) {
      code |= bits(1);
      if (code - first < counts[length]) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new Error("the packed data are damaged");
  };

  // Lengths and distances: a base for each symbol, and how many further bits it takes.
  const steps = (extra, start) => {
    let base = start;
    return extra.map((n) => [(base += 1 << n) - (1 << n), n]);
  };
  const far = steps([0, 0, 0, 0, ...Array.from({ length: 26 }, (_, i) => 1 + (i >> 1))], 1);
  const long = [...steps([0, 0, 0, 0, 0, 0, 0, 0, ...Array.from({ length: 20 }, (_, i) => 1 + (i >> 2))], 3), [258, 0]];
  const plain = [table(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))), table(Array(30).fill(5))];

  const own = () => {
    const [literals, distances, given] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    const short = Array(19).fill(0);
    for (let i = 0; i < given; i += 1) short[order[i]] = bits(3);
    const code = table(short);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const s = symbol(code);
      if (s < 16) lengths.push(s);
      else if (s === 16) lengths.push(...Array(3 + bits(2)).fill(lengths[lengths.length - 1]));
      else lengths.push(...Array(s === 17 ? 3 + bits(3) : 11 + bits(7)).fill(0));
    }
    return [table(lengths.slice(0, literals)), table(lengths.slice(literals))];
  };

  let out = new Uint8Array(bytes.length * 6);
  let size = 0;
  const room = (n) => {
    if (size + n <= out.length) return;
    const wider = new Uint8Array(Math.max(out.length * 2, size + n));
    wider.set(out);
    out = wider;
  };
  for (let last = 0; !last; ) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 3) throw new Error("the packed data are damaged");
    if (kind === 0) {
      held = 0;
      count = 0;
      const n = bytes[at] | (bytes[at + 1] << 8);
      at += 4;
      room(n);
      out.set(bytes.subarray(at, at + n), size);
      at += n;
      size += n;
      continue;
    }
    const [literal, distance] = kind === 1 ? plain : own();
    for (let s = symbol(literal); s !== 256; s = symbol(literal)) {
      room(258);
      if (s < 256) out[size++] = s;
      else {
        const [base, n] = long[s - 257];
        const run = base + bits(n);
        const [start, m] = far[symbol(distance)];
        const back = start + bits(m);
        for (let i = 0; i < run; i += 1, size += 1) out[size] = out[size - back];
      }
    }
  }
  return out.subarray(0, size);
};
