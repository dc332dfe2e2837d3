const list = (words: string) => new Set(words.split(/\s+/).filter(Boolean));

/** Words that say nothing about a product. */
export const STOP_WORDS = list(`
  a an and as at by from for in into is it its of on only or per the this to via with within without your our all any after before
  while more most be are has have get got no not new brand official genuine authentic now off up back`);

/** Words of how a deal is offered, not of what. */
export const OFFER_WORDS = list(`
  deal deals sale hot price prices priced best lowest low ever cheapest great good nice free shipping ship ships shipped delivery delivered
  coupon coupons code promo promotion clip clipped discount discounted rebate clearance doorbuster limited time today daily online
  store instore pickup pick member members membership prime exclusive exclusives ymmv select selected selection various assorted asst multiple
  colors color colours colour style styles save savings saved was reg regular orig msrp retail list just starting starts each ea tax fs s&s
  subscribe subscription purchase buy order orders available stock instock storewide sitewide hurry expired live ends weekend black-friday cyber monday friday
  week event special offer offers value shop shopping com www http https`);

/** Words that many products of a kind share, and that some people write and others leave out. */
export const COMMON_WORDS = list(`
  wireless wired bluetooth portable rechargeable electric electronic digital smart premium professional classic modern essential essentials
  basic basics standard advanced heavy duty high low quality performance edition series version model class collection collectible gen generation
  design designed style set kit pack bundle count size sized unit system device machine product home indoor outdoor household kitchen office
  everyday travel compact lightweight durable adjustable expandable foldable folding waterproof water resistant dustproof insulated vacuum
  stainless steel metal aluminum aluminium plastic wood wooden glass cotton leather soft large small medium big tall long short full
  factory unlocked certified mfi powered power battery batteries cordless corded automatic programmable multi multipurpose multifunction
  single dual double gaming desktop personal computer pc laptop notebook smartphone phone tablet cell television tv uhd fhd qhd wqhd hd led lcd display screen panel
  internal external ssd hdd nvme pcie drive storage memory ram card adapter usb wifi wi fi gps app apps mac macos ios iphone ipad android windows win
  cleaner cleaning laundry scented fresh formula natural organic gluten instant ready serve speed mode action built in-ear over ear on-ear
  headphones headphone earbuds mic microphone processor cpu gpu graphics oc gddr6 gddr6x gddr7 ddr4 ddr5 ddr3 edge curved flat wide
  easy face skin care noise canceling active table top printing
  toy toys building playset play game games ages age adult adults lifetime yearly annual year subscription license plan download
  bottle bag box tin jar can tub tube roll rolls sheet sheets piece pieces pairs pair food drink snack snacks supply tool tools only body bare
  existing required includes included including charger charging fast quick hour hours roast whitening gift holiday christmas decor
  mens womens unisex casual comfort athletic running shoe shoes sneaker sneakers boots shirt tee hardside softside online course
  liquid clean day frame security body deluxe original dry picture tape hand loud quiet ultra-quiet silent cool colorful backlit mechanical optical ergonomic mid atx tower motherboard monitor keyboard mouse`);

/** Words that distinguish the products of one line: a title with one and a title without it are of two products. */
export const VARIANT_WORDS = list(`
  pro max plus mini lite ultra air se sl fe xl xxl ti super xt xtx slim nano elite cellular music junior jr oled qled kf
  expansion dlc addon extension argb decaf diet zero unsalted
  cover protector replacement refill refills filter filters`);

/** Words that name the first product of a line where another title has a name instead: original and barbecue, classic and artisan. */
export const BASE_MODEL_WORDS = list('original classic regular plain');

/** What goes with a product and is sold under its name. */
export const ACCESSORY_WORDS = list(`
  case cover covers sleeve skin protector charger cable cord adapter mount stand holder strap band bands dock lid lids filter filters refill refills
  replacement cartridge cartridges remote liner liners`);

/** Kinds of things: where each of two titles has one of its own, they are of two things. */
export const KINDS = list(`
  headphones headphone earbuds earbud speaker soundbar mouse keyboard monitor laptop notebook desktop tablet phone smartphone watch tv television
  camera lens printer scanner router projector drive ssd hdd charger cable case cover stand mount webcam microphone controller console game
  shoe shoes sneaker sneakers boots boot sandals slippers shirt tshirt shirts jeans pants shorts jacket coat hoodie sweater socks dress skirt
  leggings briefs underwear bra hat beanie gloves scarf belt wallet handbag backpack luggage sunglasses necklace bracelet earrings ring
  blender mixer toaster oven fryer cooker kettle grill refrigerator freezer microwave dishwasher washer dryer vacuum mop fan heater humidifier
  skillet pan pot knife knives bowl plate mug tumbler bottle pitcher cookware bakeware
  drill driver saw sander wrench ratchet jigsaw blower mower trimmer ladder toolbox
  towel towels pillow blanket comforter sheet mattress rug curtain lamp chair table desk sofa bed dresser shelf
  shampoo conditioner soap lotion sunscreen toothpaste toothbrush razor mascara lipstick perfume cream cleanser serum
  doll puzzle book movie album coffee tea cereal chips cookies candy rice pasta cheese milk
  motherboard processor cooler memory gpu`);

/** Colours and finishes: deals that differ only in these, at the same price, are the same. */
export const COLOURS = list(`
  black white gray grey silver red blue green yellow orange purple pink brown beige tan ivory cream teal navy gold golden rose charcoal graphite
  midnight starlight onyx platinum copper bronze burgundy maroon turquoise aqua mint lavender lilac coral khaki olive indigo violet magenta cyan
  slate sand pearl titanium cobalt lime crimson matte glossy space pacific squad ice jet arctic frost denim heather multicolor multi`);

/** Audiences of products, one word each. */
export const AUDIENCES = new Map(
  Object.entries({
    men: 'men mens man male gents',
    women: 'women womens woman ladies lady female misses',
    boys: 'boy boys',
    girls: 'girl girls',
    kids: 'kid kids child children childrens youth',
    toddler: 'toddler toddlers',
    baby: 'baby infant infants newborn',
    juniors: 'juniors',
  }).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** Audiences that exclude each other: "baby girl" and "baby boy" share "baby", and still differ. */
export const GENDERS = list('men women boys girls');

/** Words of which at most one is true of a product; titles with different ones are of two products. */
export const EXCLUSIVE = [
  'king queen twin full',
  'dog cat dogs cats',
  'adult puppy kitten senior',
  'headphones headphone earbuds',
  'playstation xbox switch pc',
  'aa aaa c d 9v cr2032 18650',
  'ios macos android windows',
  'vanilla chocolate strawberry banana lemon lime lavender mint peppermint cinnamon caramel hazelnut mocha coconut barbecue bbq ranch cheddar jalapeno buffalo pumpkin eucalyptus peach mango cherry berry apple apples grape orange unflavored maple honey',
  'chicken beef lamb salmon turkey duck fish pork',
  'dvd bluray',
  'hardcover paperback ebook audiobook kindle',
  'intel amd',
  'digital disc physical',
  'standard deluxe ultimate',
  'corded cordless',
  'wired wireless',
  'indoor outdoor',
  'upright canister robot handheld',
  'gas electric charcoal',
  'left right',
  'small large',
  'light dark',
  'whole ground',
  'pods liquid powder',
  'monthly annual yearly lifetime',
].map(list);

export const REFURBISHED =
  /\b(refurb\w*|renewed|recertified|reconditioned|remanufactured|pre-?owned|open[- ]box|used|scratch (?:and|&) dent)\b/;

/** Shops that people name in titles, longest first where one begins another. */
export const STORE_NAMES = [
  'amazon',
  'walmart',
  'target',
  'best buy',
  'bestbuy',
  'costco',
  'sams club',
  "sam's club",
  'home depot',
  'the home depot',
  'lowes',
  "lowe's",
  'newegg',
  'woot',
  'ebay',
  'macys',
  "macy's",
  'kohls',
  "kohl's",
  'jcpenney',
  'jcp',
  'staples',
  'office depot',
  'officemax',
  'gamestop',
  'b&h photo',
  'b&h',
  'adorama',
  'micro center',
  'microcenter',
  'rei',
  'walgreens',
  'cvs',
  'rite aid',
  'meijer',
  'kroger',
  'aldi',
  'sears',
  'kmart',
  'petsmart',
  'petco',
  'chewy',
  'steam',
  'groupon',
  'stacksocial',
  'slickdeals',
  'monoprice',
  'rakuten',
  'overstock',
  'wayfair',
  'bed bath & beyond',
  'bed bath and beyond',
  'ulta',
  'sephora',
  'zappos',
  'ace hardware',
  'menards',
  'harbor freight',
  'tractor supply',
  'aliexpress',
  'banggood',
  'temu',
  'bjs',
  "bj's",
  'nordstrom',
  'old navy',
  "dick's sporting goods",
  'dicks sporting goods',
  'dollar general',
];

/** What people write for a word; both sides of a comparison get the second. */
export const ABBREVIATIONS = new Map(
  Object.entries({
    bt: 'bluetooth',
    wl: 'wireless',
    wht: 'white',
    blk: 'black',
    gry: 'gray',
    grey: 'gray',
    colour: 'color',
    tele: 'tv',
    television: 'tv',
    televisions: 'tv',
    ps5: 'playstation 5',
    ps4: 'playstation 4',
    psn: 'playstation',
    nsw: 'switch',
    fridge: 'refrigerator',
    vac: 'vacuum',
    mic: 'microphone',
    elec: 'electric',
    pkg: 'package',
    sub: 'subscription',
    tab: 'tablet',
    tabs: 'tablet',
    evoo: 'extra virgin olive oil',
    cancelling: 'canceling',
    couch: 'sofa',
    tees: 'tshirt',
    tee: 'tshirt',
    shelving: 'shelf',
    smartwatch: 'watch',
    cam: 'camera',
    mono: 'monochrome',
    auto: 'automatic',
    pwr: 'power',
    psu: 'power supply',
    cpu: 'processor',
    lbs: 'lb',
    anc: 'active noise canceling',
    otr: 'over range',
    ss: 'stainless steel',
    vit: 'vitamin',
    li: 'lithium',
    coke: 'coca cola',
    ed: 'edition',
    xmas: 'christmas',
    bbq: 'barbecue',
    refrig: 'refrigerator',
    microwv: 'microwave',
    ult: 'ultra',
    pcs: 'piece',
    ii: '2',
    iii: '3',
    iv: '4',
    vi: '6',
    vii: '7',
    viii: '8',
    ix: '9',
    xi: '11',
    xii: '12',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
  }),
);
