import { useStore } from '@nanostores/react';
import { $collapsed, collapse } from './banner-store.ts';
import type { Banner } from './shell-file.ts';
import '../../ui/rendered-anew.ts';

interface Props {
  banner: Extract<Banner, { type: 'megaBanner' }>;
  sponsor: string | null;
  /** As the visitor left it. */
  collapsed: boolean;
  /** Whether it is collapsed only because the page reserves no more space, so that nothing moves. */
  hasNoRoom: boolean;
}

/** The mega banner (spec §2, Banners): a picture of 933 by 150 that can be collapsed to its heading. */
export function MegaBanner({ banner, sponsor, collapsed: left, hasNoRoom }: Props) {
  const collapsed = useStore($collapsed) ?? left;
  const { heading, url, image1x, backgroundColor, openInNewTab, sponsorLogoUrl, cookieName, module } = banner;
  const tab = openInNewTab ? { target: '_blank', rel: 'noopener sponsored' } : { rel: 'sponsored' };
  return (
    <section
      className={`mega-banner${collapsed ? ' mega-banner--collapsed' : ''}`}
      aria-label={heading}
      data-banner-name={module ?? heading}
      data-collapsed-by={cookieName}
      data-has-no-room={hasNoRoom || undefined}
    >
      {backgroundColor && (
        <svg className="ground" aria-hidden="true">
          <rect width="100%" height="100%" fill={backgroundColor} />
        </svg>
      )}
      {collapsed ? (
        <a className="mega-banner__heading" href={url} {...tab}>
          {heading}
        </a>
      ) : (
        <a className="mega-banner__picture" href={url} {...tab}>
          <img src={image1x} alt={heading} width="933" height="150" />
        </a>
      )}
      <p className="mega-banner__end">
        {!banner.hideSponsor && (
          <span className="banner__sponsor">
            {sponsor ? 'Sponsored by ' : 'Sponsored'}
            {sponsor && (
              <>
                <span className="banner__logo" data-letter={sponsor.slice(0, 1)} aria-hidden="true">
                  {sponsorLogoUrl && <img src={sponsorLogoUrl} alt="" width="22" height="22" />}
                </span>
                <span className="banner__store">{sponsor}</span>
              </>
            )}
          </span>
        )}
        <button className="mega-banner__button" aria-expanded={!collapsed} onClick={() => collapse(!collapsed, banner)}>
          {collapsed ? 'Expand' : 'Collapse'}
        </button>
      </p>
    </section>
  );
}
