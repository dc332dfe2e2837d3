import { capacity, grouped, number, range, whenKnown, text, unit, type Wording } from './wording.ts';

const efficiency = (value: unknown): string | undefined =>
  whenKnown(text(value), (grade) => (grade === 'plus' ? '80+' : `80+ ${grade[0]?.toUpperCase()}${grade.slice(1)}`));

const bus = (value: unknown): string | undefined => text(value)?.replace(/ X(\d+)$/, ' ×$1');

/** Processors, memory, drives, power supplies and cards. */
export const partWordings: Record<string, Wording> = {
  'video-card': {
    noun: () => 'graphics card',
    keySpecs: ({ chipset, memory }) => [text(chipset), /GB/.test(String(chipset)) ? undefined : unit(memory, ' GB')],
    sentences: ({ boost_clock, core_clock, memory, length }) => [
      whenKnown(unit(memory, ' GB'), (size) => `${size} of video memory.`),
      number(boost_clock) ? `${number(core_clock)} MHz base, ${number(boost_clock)} MHz boost.` : undefined,
      whenKnown(unit(length, ' mm'), (long) =>
        Number(length) > 300 ? `At ${long} it is a long card, so measure your case first.` : `The card is ${long} long.`,
      ),
    ],
  },
  cpu: {
    noun: () => 'processor',
    keySpecs: ({ core_count, boost_clock, core_clock }) => [
      unit(core_count, '-core'),
      number(boost_clock) ? `up to ${number(boost_clock)} GHz` : unit(core_clock, ' GHz'),
    ],
    sentences: ({ core_count, core_clock, tdp, graphics, smt }) => [
      `${number(core_count)} cores from ${number(core_clock)} GHz${smt ? ', with simultaneous multithreading' : ''}.`,
      whenKnown(unit(tdp, ' W'), (watts) => `Rated at ${watts}.`),
      text(graphics)
        ? `${text(graphics)?.replace(/^Radeon$/, 'Radeon graphics')} on the chip.`
        : 'No graphics on the chip, so it needs a card.',
    ],
  },
  motherboard: {
    noun: () => 'motherboard',
    keySpecs: ({ socket, form_factor }) => [text(socket), text(form_factor)],
    sentences: ({ socket, form_factor, memory_slots, max_memory }) => [
      `${text(form_factor)} board for socket ${text(socket)}.`,
      `${number(memory_slots)} memory slots for up to ${number(max_memory)} GB.`,
    ],
  },
  memory: {
    noun: ({ modules }) => (Array.isArray(modules) && modules[0] > 1 ? 'memory kit' : 'memory'),
    keySpecs: ({ modules, speed, cas_latency }) => [
      Array.isArray(modules) ? `(${modules[0]} × ${modules[1]} GB)` : undefined,
      Array.isArray(speed) ? `DDR${speed[0]}-${speed[1]}` : undefined,
      whenKnown(number(cas_latency), (latency) => `CL${latency}`),
    ],
    sentences: ({ modules, speed, cas_latency, first_word_latency }) => [
      Array.isArray(modules) && Array.isArray(speed)
        ? `${modules[0] > 1 ? `${modules[0]} modules of ${modules[1]} GB` : `One module of ${modules[1]} GB`}, DDR${speed[0]} at ${speed[1]} MT/s.`
        : undefined,
      whenKnown(
        number(cas_latency),
        (latency) => `CAS latency ${latency}${number(first_word_latency) ? `, first word after ${number(first_word_latency)} ns` : ''}.`,
      ),
    ],
  },
  'internal-hard-drive': {
    noun: ({ type }) => (type === 'SSD' ? 'SSD' : type === 'Hybrid' ? 'hybrid drive' : 'hard drive'),
    keySpecs: ({ capacity: size, type, interface: link }) => [
      capacity(size),
      typeof type === 'number' ? `${grouped(type)} rpm` : undefined,
      bus(link),
    ],
    sentences: ({ capacity: size, form_factor, interface: link, cache, type }) => [
      `${capacity(size)} over ${bus(link)}, ${typeof form_factor === 'number' ? `${form_factor}-inch` : (text(form_factor) ?? 'internal')}.`,
      whenKnown(
        number(cache),
        (megabytes) => `${Number(megabytes) >= 1024 ? `${Number(megabytes) / 1024} GB` : `${megabytes} MB`} of cache.`,
      ),
      typeof type === 'number' ? `Spins at ${grouped(type)} rpm.` : undefined,
    ],
  },
  'external-hard-drive': {
    noun: () => 'external drive',
    keySpecs: ({ capacity: size, type }) => [capacity(size), text(type)?.toLowerCase()],
    sentences: ({ capacity: size, interface: link, type, color }) => [
      `${capacity(size)} ${type === 'Desktop' ? 'for the desk' : 'to carry around'}.`,
      whenKnown(text(link), (ports) => `Connects by ${ports.split(', ').join(' or ')}.`),
      whenKnown(text(color), (shade) => `In ${shade.toLowerCase().replace(' / ', ' and ')}.`),
    ],
  },
  'power-supply': {
    noun: () => 'power supply',
    keySpecs: ({ wattage, efficiency: grade, modular }) => [
      unit(wattage, ' W'),
      efficiency(grade),
      modular === 'Full' ? 'fully modular' : modular === 'Semi' ? 'semi-modular' : undefined,
    ],
    sentences: ({ wattage, efficiency: grade, modular, type }) => [
      `${number(wattage)} W in the ${text(type)} format.`,
      whenKnown(efficiency(grade), (mark) => `Certified ${mark}.`),
      modular === 'Full' ? 'All cables come off.' : modular === 'Semi' ? 'Only the main cables are fixed.' : 'The cables are fixed.',
    ],
  },
  'sound-card': {
    noun: () => 'sound card',
    keySpecs: ({ channels, interface: link }) => [unit(channels, ' channels'), bus(link)],
    sentences: ({ digital_audio, sample_rate, snr }) => [
      `${number(digital_audio)}-bit audio at up to ${number(sample_rate)} kHz.`,
      whenKnown(unit(snr, ' dB'), (ratio) => `Signal to noise: ${ratio}.`),
    ],
  },
  'optical-drive': {
    noun: ({ bd_write, dvd_write, bd }) =>
      text(bd_write) ? 'Blu-ray writer' : number(bd) ? 'Blu-ray drive' : text(dvd_write) ? 'DVD writer' : 'optical drive',
    keySpecs: ({ bd, dvd }) => [number(bd) ? `${number(bd)}×` : whenKnown(number(dvd), (speed) => `${speed}×`)],
    sentences: ({ cd, dvd, bd }) => [
      `Reads ${[whenKnown(number(bd), (speed) => `Blu-ray at ${speed}×`), whenKnown(number(dvd), (speed) => `DVD at ${speed}×`), whenKnown(number(cd), (speed) => `CD at ${speed}×`)].filter(Boolean).join(', ') || 'discs'}.`,
    ],
  },
  ups: {
    noun: () => 'UPS',
    keySpecs: ({ capacity_va, capacity_w }) => [`${number(capacity_va)} VA`, `${number(capacity_w)} W`],
    sentences: ({ capacity_va, capacity_w }) => [
      `Battery backup rated at ${range(capacity_va, ' VA')}${number(capacity_w) ? `, ${range(capacity_w, ' W')}` : ''}.`,
      (number(capacity_va) ?? 0) >= 2000
        ? 'This is the size for a rack, not for a desk.'
        : 'Add up the watts of what you plug in before choosing a size.',
    ],
  },
};
