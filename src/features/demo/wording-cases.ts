import { number, range, whenKnown, text, unit, type Wording } from './wording.ts';

const paint = (color: unknown): string | undefined => text(color)?.toLowerCase().replace(' / ', ' and ');
const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const fans = (name: string): boolean => /pack|\d-pk/i.test(name);

/** Cases, cooling and network cards. */
export const caseWordings: Record<string, Wording> = {
  case: {
    noun: ({ side_panel }) =>
      `case${whenKnown(text(side_panel), (panel) => (panel === 'Mesh' ? ' with mesh side' : ` with ${panel.toLowerCase()}`)) ?? ''}`,
    keySpecs: ({ type }) => [text(type)],
    sentences: ({ type, internal_35_bays, color, psu, external_volume, side_panel }) => [
      `${text(type)}${whenKnown(paint(color), (shade) => ` in ${shade}`) ?? ''}${whenKnown(text(side_panel), (panel) => `, with a ${panel.toLowerCase()} side`) ?? ''}.`,
      whenKnown(number(internal_35_bays), (bays) =>
        bays === '0' ? 'No 3.5-inch bays.' : `Room for ${inWords[Number(bays)] ?? bays} 3.5-inch drive${bays === '1' ? '' : 's'}.`,
      ),
      whenKnown(number(external_volume), (liters) => `External volume ${liters} liters.`),
      whenKnown(number(psu), (watts) => `A ${watts} W power supply comes with it.`),
    ],
  },
  'cpu-cooler': {
    noun: ({ size }) => (number(size) ? 'liquid CPU cooler' : 'CPU cooler'),
    keySpecs: ({ size }) => [unit(size, ' mm')],
    sentences: ({ size, rpm, noise_level, color }) => [
      number(size)
        ? `Liquid cooler with a ${number(size)} mm radiator${whenKnown(paint(color), (shade) => `, ${shade}`) ?? ''}.`
        : whenKnown(paint(color), (shade) => `CPU cooler in ${shade}.`),
      whenKnown(range(rpm, ' rpm'), (speed) => `Fan speed ${speed}.`),
      whenKnown(number(noise_level), (level) => `Up to ${level} dB by its maker's figures.`),
    ],
  },
  'case-fan': {
    noun: (_specs, name) => (fans(name) ? 'case fans' : 'case fan'),
    keySpecs: ({ size, pwm }) => [unit(size, ' mm'), pwm ? 'PWM' : undefined],
    sentences: ({ size, rpm, airflow, noise_level, pwm }) => [
      `${number(size)} mm${whenKnown(range(rpm, ' rpm'), (speed) => `, ${speed}`) ?? ''}${pwm ? ', PWM control' : ''}.`,
      whenKnown(number(airflow), (flow) => `Moves up to ${flow} CFM.`),
      whenKnown(number(noise_level), (level) => `${level} dB at full speed.`),
    ],
  },
  'thermal-paste': {
    noun: () => 'thermal paste',
    keySpecs: ({ amount }) => [unit(amount, ' g')],
    sentences: ({ amount }) => [
      whenKnown(number(amount), (grams) =>
        Number(grams) >= 10 ? `A ${grams} g tube, for a workshop rather than one build.` : `${grams} g in the tube.`,
      ),
    ],
  },
  'wireless-network-card': {
    noun: ({ interface: link }) => (String(link).startsWith('USB') ? 'USB adapter' : 'network card'),
    keySpecs: ({ protocol }) => [text(protocol)],
    sentences: ({ protocol, interface: link }) => [`${text(protocol)} over ${text(link)}.`],
  },
  'wired-network-card': {
    noun: ({ interface: link }) => (String(link).startsWith('USB') ? 'USB network adapter' : 'network card'),
    keySpecs: ({ interface: link }) => [String(link).startsWith('USB') ? undefined : text(link)],
    sentences: ({ interface: link }) => [`Wired network over ${text(link)}.`],
  },
};
