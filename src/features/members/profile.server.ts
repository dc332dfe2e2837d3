import { removeAlerts } from '../alerts/delete-alerts.server.ts';
import { profileForm } from '../accounts/actions.server.ts';
import { deleteRemovedVotes } from '../posts/actions.server.ts';
import { removeAllVotes, removeMostVotes } from '../votes/remove-votes.server.ts';

/** `/forums/profile.php`: the account's settings, and what becomes of a member's votes and alerts when they go. */
export const profileActions = profileForm({
  reduceContributions: removeMostVotes,
  revokeContributions: async (transaction, userId, now) => {
    await removeAllVotes(transaction, userId, now);
    await deleteRemovedVotes(transaction, userId);
    await removeAlerts(transaction, userId, 'all');
  },
});
