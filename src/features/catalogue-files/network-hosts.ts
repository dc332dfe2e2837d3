/**
 * Domains of the larger affiliate networks, with those that their links are at: Awin, CJ, Rakuten, ShareASale, Impact, Tradedoubler, Admitad,
 * Partnerize, Webgains, TradeTracker, Effiliation, Adcell, Skimlinks and Sovrn; and of shortened addresses.
 */
const NETWORKS = [
  'awin1.com awin.com zenaps.com anrdoezrs.net dpbolvw.net jdoqocy.com kqzyfj.com tkqlhce.com emjcd.com cj.com linksynergy.com',
  'shareasale.com sjv.io pxf.io evyy.net 7eer.net ojrq.net tradedoubler.com admitad.com alitems.com prf.hn webgains.com',
  'tradetracker.net effiliation.com adcell.com redirectingat.com viglink.com go2cloud.org bit.ly tinyurl.com amzn.to',
].flatMap((hosts) => hosts.split(' '));

/** Whether a host is that of an affiliate network or of shortened addresses, so that no shop is there. */
export const isNetworkHost = (host: string): boolean => NETWORKS.some((network) => host === network || host.endsWith(`.${network}`));
