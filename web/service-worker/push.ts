/** Where reminders arrive. The reminders work fills this in: `push` shows the digest, `notificationclick` opens what is due. */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(openItems(scope));
  });
}

async function openItems(scope: ServiceWorkerGlobalScope): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window" });
  const open = windows[0];
  if (open) {
    await open.navigate("/?tab=items");
    await open.focus();
  } else await scope.clients.openWindow("/?tab=items");
}
