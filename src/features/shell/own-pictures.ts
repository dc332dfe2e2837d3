import { widestCopy, type Photo } from '../pictures/photo.ts';
import type { Banner, ShellFile } from './shell-file.ts';

/** Gives the site's own address of a picture; undefined while there is none. */
type OwnPicture = (address: string) => string | undefined;

/** Resolves addresses of foreign pictures to stored copies; paths are the site's own already. */
export const ownPictures =
  (stored: ReadonlyMap<string, Photo>): OwnPicture =>
  (address) => {
    if (address.startsWith('/')) return address;
    const photo = stored.get(address);
    return photo && widestCopy(photo);
  };

/** Addresses of foreign pictures in header, footer and banners. Visitors' browsers never request these; the site stores copies. */
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

/** Like `withOwnHeader`, for the footer. An app link consists of its picture, so it is left out until there is a copy. */
export function withOwnFooter({ appLinks, overrides, ...footer }: ShellFile['footer'], own: OwnPicture): ShellFile['footer'] {
  const shownLinks = (links: typeof appLinks) =>
    links.flatMap(({ src, srcSet, ...link }) => {
      const shown = own(src);
      // `srcset` is kept only if all its addresses are the site's own.
      const isOwn = shown === src && srcSet !== undefined && !/\/\/|:/.test(srcSet);
      return shown === undefined ? [] : [{ ...link, src: shown, ...(isOwn && { srcSet }) }];
    });
  return {
    ...footer,
    appLinks: shownLinks(appLinks),
    overrides: overrides.map((override) => ({ ...override, ...(override.appLinks && { appLinks: shownLinks(override.appLinks) }) })),
  };
}

/** Like `withOwnHeader`, for a banner; undefined for a mega banner without a copy of its picture, as it consists of that. */
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
