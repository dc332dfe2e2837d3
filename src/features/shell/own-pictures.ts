import { widestCopy, type Photo } from '../pictures/photo.ts';
import type { Banner, ShellFile } from './shell-file.ts';

/** Gives the site's own address of a picture; undefined while there is none. */
export type OwnPicture = (address: string) => string | undefined;

/** By what is stored of foreign pictures; a path is the site's own. */
export const ownPictures =
  (stored: ReadonlyMap<string, Photo>): OwnPicture =>
  (address) => {
    if (address.startsWith('/')) return address;
    const photo = stored.get(address);
    return photo && widestCopy(photo);
  };

/** Addresses of foreign pictures that header, footer and banners name: no visitor's browser asks for them. */
export function foreignPictures({ header, footer, banners }: ShellFile): string[] {
  const named = [
    header.logo?.imageUrl,
    header.occasion?.imageUrl,
    ...header.iconButtons.map(({ avatar }) => avatar),
    ...[footer, ...footer.overrides].flatMap(({ appLinks = [] }) => appLinks.map(({ src }) => src)),
    ...banners.flatMap((banner) => [banner.type === 'megaBanner' ? banner.image1x : banner.imageUrl, banner.sponsorLogoUrl]),
  ];
  return [...new Set(named.filter((address) => address !== undefined).filter((address) => !address.startsWith('/')))];
}

/** The header with the site's own copies of pictures. While there is none, the site's mark stands for the logo, and other pictures are left out. */
export function withOwnHeader({ logo, occasion, iconButtons, ...header }: ShellFile['header'], own: OwnPicture): ShellFile['header'] {
  const mark = logo && own(logo.imageUrl);
  const picture = occasion && own(occasion.imageUrl);
  return {
    ...header,
    ...(logo && mark !== undefined && { logo: { ...logo, imageUrl: mark } }),
    ...(occasion && picture !== undefined && { occasion: { ...occasion, imageUrl: picture } }),
    iconButtons: iconButtons.map(({ avatar, ...button }) => {
      const shown = avatar === undefined ? undefined : own(avatar);
      return { ...button, ...(shown !== undefined && { avatar: shown }) };
    }),
  };
}

/** The footer likewise: an app link is its picture, so it waits for it. */
export function withOwnFooter({ appLinks, overrides, ...footer }: ShellFile['footer'], own: OwnPicture): ShellFile['footer'] {
  const shownLinks = (links: typeof appLinks) =>
    links.flatMap(({ src, srcSet, ...link }) => {
      const shown = own(src);
      // Of several densities only the site's own are asked for.
      const isOwn = shown === src && srcSet !== undefined && !/\/\/|:/.test(srcSet);
      return shown === undefined ? [] : [{ ...link, src: shown, ...(isOwn && { srcSet }) }];
    });
  return {
    ...footer,
    appLinks: shownLinks(appLinks),
    overrides: overrides.map((override) => ({ ...override, ...(override.appLinks && { appLinks: shownLinks(override.appLinks) }) })),
  };
}

/** A banner likewise; undefined for a mega banner without its picture, which is all it is. */
export function withOwnPictures({ sponsorLogoUrl, ...banner }: Banner, own: OwnPicture): Banner | undefined {
  const logo = sponsorLogoUrl === undefined ? undefined : own(sponsorLogoUrl);
  const withLogo = logo !== undefined && { sponsorLogoUrl: logo };
  if (banner.type === 'megaBanner') {
    const image1x = own(banner.image1x);
    return image1x === undefined ? undefined : { ...banner, ...withLogo, image1x };
  }
  const { imageUrl, ...rest } = banner;
  const shown = imageUrl === undefined ? undefined : own(imageUrl);
  return { ...rest, ...withLogo, ...(shown !== undefined && { imageUrl: shown }) };
}
