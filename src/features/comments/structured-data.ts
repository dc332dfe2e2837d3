import type { DealData } from '../deals/detail.ts';
import type { Reply } from './contracts/replies.ts';
import { plainText } from './plain-text.ts';

const SCHEMA = 'https://schema.org';

/** A deal as a thread that people discuss (schema.org). */
export function threadStructuredData(
  { deal, ...data }: DealData<Reply>,
  { siteName, siteUrl }: { siteName: string; siteUrl: string },
): object {
  const url = siteUrl + deal.path;
  return {
    '@context': SCHEMA,
    '@type': 'DiscussionForumPosting',
    headline: deal.dealTitle,
    text: data.description.join('\n\n') || deal.dealTitle,
    url,
    datePublished: deal.postedAt,
    dateModified: data.updatedAt,
    author: data.postedBy === null ? { '@type': 'Organization', name: siteName, url: `${siteUrl}/` } : person(data.postedBy),
    commentCount: deal.commentCount,
    // A score that is still hidden is left out.
    ...(deal.score !== null && {
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: `${SCHEMA}/LikeAction`,
        userInteractionCount: Math.max(0, deal.score),
      },
    }),
    comment: data.comments.map((reply) => ({
      '@type': 'Comment',
      url: `${url}#post${reply.postid}`,
      text: plainText(reply.bodyHtml),
      datePublished: reply.postedAt,
      author: person(reply.username),
    })),
  };
}

const person = (name: string | null) => ({ '@type': 'Person', name: name ?? 'deleted member' });
