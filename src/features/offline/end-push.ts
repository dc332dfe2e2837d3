/** Unsubscribes this browser from pushes; its push service then answers the site's pushes with "gone". */
export async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // Browsers without push have no manager.
  if (!registration || !('pushManager' in registration)) return;
  const subscription = await registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
