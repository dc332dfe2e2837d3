import { capitalized } from '../../lib/capitalized.ts';
import { grouped, number, whenKnown, text, unit, type Wording } from './wording.ts';

const headphoneTypes: Record<string, string> = { Circumaural: 'over-ear', 'Supra-aural': 'on-ear', 'In Ear': 'in-ear', Earbud: 'earbud' };
const names: Record<string, string> = { '1920x1080': '1080p', '2560x1440': '1440p', '3840x2160': '4K' };

function link(value: unknown): string | undefined {
  const ways = new Set((text(value) ?? '').split(', ').filter(Boolean));
  if (ways.size > 1 && ways.has('Wired')) return 'wired and wireless';
  if (ways.has('Wireless')) return 'wireless';
  if (ways.has('Bluetooth Wireless')) return 'Bluetooth';
  return ways.has('Wired') ? 'wired' : undefined;
}

function resolution(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  return names[value.join('x')] ?? `${value[0]} × ${value[1]}`;
}

const wide = (aspect: unknown): string | undefined =>
  aspect === '32:9' ? 'super-ultrawide' : aspect === '21:9' || aspect === '12:5' || aspect === '64:27' ? 'ultrawide' : undefined;

/** Monitors, input devices and audio. */
export const deskWordings: Record<string, Wording> = {
  monitor: {
    noun: () => 'monitor',
    keySpecs: ({ screen_size, resolution: pixels, refresh_rate, panel_type, aspect_ratio }) => [
      unit(screen_size, '"'),
      resolution(pixels),
      unit(refresh_rate, ' Hz'),
      text(panel_type),
      wide(aspect_ratio),
    ],
    sentences: ({ screen_size, resolution: pixels, refresh_rate, panel_type, response_time, aspect_ratio }) => [
      `A ${number(screen_size)}-inch${whenKnown(text(panel_type), (panel) => ` ${panel}`) ?? ''} panel with ${String(pixels).replaceAll(',', ' × ')} pixels${whenKnown(text(aspect_ratio), (ratio) => ` (${ratio})`) ?? ''}.`,
      whenKnown(
        unit(refresh_rate, ' Hz'),
        (rate) => `Refreshes at ${rate}${number(response_time) ? `, response time ${number(response_time)} ms` : ''}.`,
      ),
    ],
  },
  keyboard: {
    noun: ({ style, switches }) =>
      `${style === 'Gaming' ? 'gaming ' : style === 'Ergonomic' ? 'ergonomic ' : ''}keyboard${whenKnown(text(switches), (kind) => ` (${kind})`) ?? ''}`,
    keySpecs: ({ tenkeyless, connection_type }) => [tenkeyless ? 'tenkeyless' : undefined, link(connection_type)],
    sentences: ({ switches, backlit, connection_type, tenkeyless }) => [
      text(switches)
        ? `${text(switches)} switches${tenkeyless ? ', no number pad' : ', full size'}.`
        : tenkeyless
          ? 'No number pad.'
          : 'Full size, with a number pad.',
      whenKnown(link(connection_type), (way) => `${capitalized(way)}.`),
      whenKnown(text(backlit), (light) => (light === 'RGB' ? 'RGB backlight.' : `${light} backlight.`)),
    ],
  },
  mouse: {
    noun: ({ tracking_method }) => (tracking_method === 'Trackball' ? 'trackball' : tracking_method === 'Touchpad' ? 'touchpad' : 'mouse'),
    keySpecs: ({ connection_type, max_dpi }) => [link(connection_type), whenKnown(number(max_dpi), (dpi) => `${grouped(Number(dpi))} DPI`)],
    sentences: ({ tracking_method, max_dpi, hand_orientation, connection_type }) => [
      `${text(tracking_method) ?? 'Pointer'}${whenKnown(link(connection_type), (way) => `, ${way}`) ?? ''}${whenKnown(number(max_dpi), (dpi) => `, up to ${grouped(Number(dpi))} DPI`) ?? ''}.`,
      hand_orientation === 'Both'
        ? 'Shaped for either hand.'
        : hand_orientation === 'Left'
          ? 'Shaped for the left hand.'
          : hand_orientation === 'Right'
            ? 'Shaped for the right hand.'
            : undefined,
    ],
  },
  headphones: {
    noun: ({ microphone, type }) => (type === 'In Ear' || type === 'Earbud' ? 'earphones' : microphone ? 'headset' : 'headphones'),
    keySpecs: ({ type, wireless, enclosure_type }) => [
      wireless ? 'wireless' : 'wired',
      enclosure_type === 'Open' ? 'open-back' : undefined,
      type === 'Earbud' ? undefined : headphoneTypes[String(type)],
    ],
    sentences: ({ type, enclosure_type, frequency_response, microphone, wireless }) => [
      `${capitalized(headphoneTypes[String(type)] ?? 'Headphones')}, ${String(enclosure_type).toLowerCase()} back, ${wireless ? 'wireless' : 'on a cable'}.`,
      Array.isArray(frequency_response) && frequency_response.every((value) => value !== null)
        ? `${frequency_response[0]} Hz to ${frequency_response[1]} kHz.`
        : undefined,
      microphone ? 'With a microphone.' : 'No microphone.',
    ],
  },
  speakers: {
    noun: ({ configuration }) => (number(configuration) === 1 ? 'speaker' : 'speakers'),
    keySpecs: ({ configuration, wattage }) => [
      number(configuration) === 1 ? undefined : number(configuration)?.toFixed(1),
      unit(wattage, ' W'),
    ],
    sentences: ({ configuration, wattage, frequency_response }) => [
      number(configuration) === 1 ? 'A single speaker.' : `A ${number(configuration)?.toFixed(1)} set.`,
      whenKnown(unit(wattage, ' W'), (watts) => `${watts} in total.`),
      Array.isArray(frequency_response) && frequency_response.every((value) => value !== null)
        ? `${frequency_response[0]} Hz to ${frequency_response[1]} kHz.`
        : undefined,
    ],
  },
  webcam: {
    noun: () => 'webcam',
    keySpecs: ({ resolutions }) => [
      Array.isArray(resolutions) ? String(resolutions[0]).replace('4k', '4K').replace('2k', '2K') : undefined,
    ],
    sentences: ({ connection, focus_type, fov }) => [
      whenKnown(text(connection), (port) => `Plugs into ${port}.`),
      whenKnown(text(focus_type), (focus) => `${focus} focus${number(fov) ? `, ${number(fov)}° field of view` : ''}.`),
    ],
  },
};
