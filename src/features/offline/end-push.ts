/** Has this browser get no pushes any more; its push service then tells the site so. */
export async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // Browsers without push have no manager.
  const subscription = await (registration as Partial<ServiceWorkerRegistration> | undefined)?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
