//! The HTTP server: its limits, allowed hosts, sign-up policy, the site, and its address.

pub mod announcement;
pub mod http_server;
pub mod openapi;
pub mod own_hosts;
pub mod set_up_link;
pub mod sign_up;
pub mod site;
pub mod site_address;
pub mod site_files;
pub mod trusted_proxies;
pub mod uploads;
