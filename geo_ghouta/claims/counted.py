"""The nouns that figures count, by what can happen to them."""

from __future__ import annotations

from geo_ghouta.claims.lexicon import word_set

PEOPLE = frozenset(("people", "fighters", "civilians", "prisoners"))
MOVING = frozenset(("departure", "arrival", "displacement", "staging"))
MOVABLE = word_set(
    """
    family families household households helicopter helicopters column columns
    vehicle vehicles car cars van vans truck trucks lorry lorries ambulance
    ambulances convoy convoys boat boats plane planes minibus minibuses patient patients wounded injured tank
    cases tanks trips flights trains train coaches others total more animals pickup pickups carriage batches batch
    """
)
VEHICLES = word_set(
    """
    helicopter helicopters column columns
    vehicle vehicles car cars van vans truck trucks lorry lorries ambulance ambulances convoy convoys boat boats
    plane planes minibus minibuses tank tanks trips flights train trains coaches animals pickup pickups carriage
    """
)
THINGS = frozenset(("other", "buses", "hospitals"))
"""Units of what does not live."""
RESIDENTS = word_set(
    """
    residents inhabitants population people civilians families fighters wounded evacuees children women
    households garrison defenders soldiers troops patients staff
    """
)
SETTLEMENTS = word_set(
    """
    town towns village villages neighbourhood neighbourhoods neighborhood neighborhoods district districts
    quarter quarters settlement settlements building buildings block blocks street streets position positions
    hill hills square checkpoint checkpoints suburb suburbs farm farms street streets heights areas
    """
)
MUNITIONS = word_set(
    """
    airstrike airstrikes strike strikes raid raids shell shells rocket rockets missile missiles bomb bombs drone
    drones sortie sorties mortar mortars rounds attack attacks barrels projectiles explosions munitions
    """
)
TARGETS = frozenset(("targets", "target", "sites", "positions", "locations", "areas", "times", "villages", "buildings"))
BUILT = word_set(
    """
    home homes house houses building buildings school schools clinic clinics hospital hospitals ambulance
    ambulances bridge bridges mosque mosques church churches bakery bakeries shelter shelters structures units
    shops shop factories factory pharmacies pharmacy offices markets
    centre centres center centers facilities station stations plants plant wells flats apartments
    """
)
LAND = word_set(
    """
    territory area enclave city land pocket ground stronghold district town region province neighbourhoods
    neighbourhood half east west north south quarter governorate part plant zone country suburbs villages ghouta
    sector sectors strip peninsula island valley
    hold control holds controls controlled held captured retaken recaptured seized lost gained pocket's
    territories
    """
)
GOODS = word_set(
    """
    tonnes tons tonne ton litres liters meals parcels kits boxes bags truckloads loads cargoes sacks loaves rations
    blankets mattresses medicines supplies packages baskets doses crates cartons bottles kilos kilograms
    """
)
