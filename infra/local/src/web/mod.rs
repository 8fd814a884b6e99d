//! The port: who may call, the functions' routers, the site, and the addresses that they are known by.

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
