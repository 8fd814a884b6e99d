//! Tests phones through SNS against moto's server: `infra/local/tests/moto/run.sh` starts it and sets
//! `LARDER_TEST_SNS` to its address.

use aws_sdk_sns::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_sns::{Client, Config};
use chrono::DateTime;
use lambda::mobile_push::MobilePush;
use push::{DeliveryResult, Message, Phones};

fn client() -> Client {
    let endpoint = std::env::var("LARDER_TEST_SNS").expect("LARDER_TEST_SNS is the address of moto's server");
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .endpoint_url(endpoint)
        .http_client(system::aws::http_client(""))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"));
    Client::from_conf(config.build())
}

async fn application(client: &Client, name: &str) -> String {
    let made = client.create_platform_application().name(name).platform("GCM").attributes("PlatformCredential", "key");
    made.send().await.unwrap().platform_application_arn.unwrap()
}

fn message() -> Message {
    Message {
        tag: "due-2026-11-21".into(),
        expires_at: DateTime::from_timestamp(2_000_000_000, 0).unwrap(),
        payload: "{}".into(),
        title: "Use it before it spoils".into(),
        body: "1 item to use up soon: Milk".into(),
    }
}

async fn endpoints(client: &Client, application: &str) -> Vec<aws_sdk_sns::types::Endpoint> {
    let listed = client.list_endpoints_by_platform_application().platform_application_arn(application).send().await;
    listed.unwrap().endpoints.unwrap_or_default()
}

#[tokio::test]
#[ignore = "needs moto's server: infra/local/tests/moto/run.sh"]
async fn creates_one_endpoint_per_phone() {
    let client = client();
    let application = application(&client, "one").await;
    let phones = MobilePush::new(client.clone(), &application);
    for _ in 0..3 {
        assert_eq!(phones.send("phone-1", &message()).await, DeliveryResult::Accepted);
    }
    assert_eq!(phones.send("phone-2", &message()).await, DeliveryResult::Accepted);
    assert_eq!(endpoints(&client, &application).await.len(), 2);
}

#[tokio::test]
#[ignore = "needs moto's server: infra/local/tests/moto/run.sh"]
async fn enables_a_disabled_endpoint_or_deletes_it() {
    let client = client();
    let application = application(&client, "two").await;
    let phones = MobilePush::new(client.clone(), &application);
    assert_eq!(phones.send("phone", &message()).await, DeliveryResult::Accepted);
    let endpoint = endpoints(&client, &application).await.remove(0).endpoint_arn.unwrap();
    client.set_endpoint_attributes().endpoint_arn(&endpoint).attributes("Enabled", "false").send().await.unwrap();
    match phones.send("phone", &message()).await {
        DeliveryResult::Accepted => {
            let attributes =
                client.get_endpoint_attributes().endpoint_arn(&endpoint).send().await.unwrap().attributes.unwrap();
            assert_eq!(attributes["Enabled"], "true");
        }
        DeliveryResult::Gone => {
            assert!(endpoints(&client, &application).await.is_empty(), "it counts against the application no more");
        }
        DeliveryResult::Failed(reason) | DeliveryResult::Refused(reason) => panic!("{reason}"),
    }
}

#[tokio::test]
#[ignore = "needs moto's server: infra/local/tests/moto/run.sh"]
async fn keeps_phones_without_an_application() {
    let client = client();
    let application = application(&client, "three").await;
    client.delete_platform_application().platform_application_arn(&application).send().await.unwrap();
    let outcome = MobilePush::new(client, &application).send("phone", &message()).await;
    assert!(matches!(outcome, DeliveryResult::Failed(_) | DeliveryResult::Refused(_)), "{outcome:?}");
}
