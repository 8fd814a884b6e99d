//! Announces Larder on the local network by DNS-SD (Zeroconf, Bonjour), so that Home Assistant finds it.

use crate::web::site_address::SiteAddress;
use mdns_sd::{ServiceDaemon, ServiceInfo};
use std::time::Duration;

/// The service type that the integration for Home Assistant looks for.
const SERVICE_TYPE: &str = "_larder._tcp.local.";
/// The time for the message that the service has stopped.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// A running announcement.
pub struct Announcement {
    daemon: ServiceDaemon,
    name: String,
}

impl Announcement {
    /// Announces the site's address, in the property `url`, on all network interfaces. `id` makes the name unique if
    /// several Larders run in one network.
    pub fn start(site: &SiteAddress, id: &str) -> Result<Self, mdns_sd::Error> {
        let daemon = ServiceDaemon::new()?;
        let host = format!("larder-{id}.local.");
        let properties = [("url", site.as_str()), ("version", env!("CARGO_PKG_VERSION"))];
        let service = ServiceInfo::new(SERVICE_TYPE, &format!("Larder {id}"), &host, "", site.port(), &properties[..])?;
        let service = service.enable_addr_auto();
        let name = service.get_fullname().to_owned();
        daemon.register(service)?;
        Ok(Self { daemon, name })
    }

    /// Announces that the service has stopped.
    pub async fn end(self) {
        let Self { daemon, name } = self;
        let ended = tokio::task::spawn_blocking(move || {
            if let Ok(gone) = daemon.unregister(&name) {
                let _ = gone.recv_timeout(STOP_TIMEOUT);
            }
            let _ = daemon.shutdown();
        });
        let _ = ended.await;
    }
}
