//! Creates the local table. A test compares the definition with `template.yaml`.

use super::error::StoreError;
use super::keys::{GSI1, GSI1PK, GSI1SK, LSI1, LSI1SK, PK, SK, TTL};
use super::store::Store;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex, Projection,
    ProjectionType, ScalarAttributeType, TimeToLiveSpecification, TimeToLiveStatus,
};

fn key_element(name: &str, kind: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(name).key_type(kind).build().expect("name and kind are given")
}

fn all_attributes() -> Projection {
    Projection::builder().projection_type(ProjectionType::All).build()
}

impl Store {
    async fn table_exists(&self) -> Result<bool, StoreError> {
        match self.client.describe_table().table_name(&*self.table).send().await {
            Ok(_) => Ok(true),
            Err(e) if e.as_service_error().is_some_and(|e| e.is_resource_not_found_exception()) => Ok(false),
            Err(e) => Err(StoreError::from_sdk("DescribeTable", e)),
        }
    }

    async fn has_ttl(&self) -> Result<bool, StoreError> {
        let described = self.client.describe_time_to_live().table_name(&*self.table).send().await;
        let described = described.map_err(|e| StoreError::from_sdk("DescribeTimeToLive", e))?;
        let status = described.time_to_live_description().and_then(|ttl| ttl.time_to_live_status());
        Ok(status == Some(&TimeToLiveStatus::Enabled))
    }

    /// Creates what is missing of the table, as the template has it: all of it, or the setting that a process which was
    /// killed in between did not make. On AWS the deployment creates the table.
    pub async fn table_create(&self) -> Result<(), StoreError> {
        if !self.table_exists().await? {
            self.table_create_without_ttl().await?;
        }
        if !self.has_ttl().await? {
            self.table_enable_ttl().await?;
        }
        Ok(())
    }

    async fn table_create_without_ttl(&self) -> Result<(), StoreError> {
        let string = |name: &str| {
            let definition = AttributeDefinition::builder().attribute_name(name).attribute_type(ScalarAttributeType::S);
            definition.build().expect("name and type are given")
        };
        let by_state = LocalSecondaryIndex::builder()
            .index_name(LSI1)
            .key_schema(key_element(PK, KeyType::Hash))
            .key_schema(key_element(LSI1SK, KeyType::Range))
            .projection(all_attributes());
        let due = GlobalSecondaryIndex::builder()
            .index_name(GSI1)
            .key_schema(key_element(GSI1PK, KeyType::Hash))
            .key_schema(key_element(GSI1SK, KeyType::Range))
            .projection(all_attributes());
        self.client
            .create_table()
            .table_name(&*self.table)
            .billing_mode(BillingMode::PayPerRequest)
            .set_attribute_definitions(Some([PK, SK, LSI1SK, GSI1PK, GSI1SK].map(string).into()))
            .key_schema(key_element(PK, KeyType::Hash))
            .key_schema(key_element(SK, KeyType::Range))
            .local_secondary_indexes(by_state.build().expect("the index is complete"))
            .global_secondary_indexes(due.build().expect("the index is complete"))
            .send()
            .await
            .map_err(|e| StoreError::from_sdk("CreateTable", e))?;
        Ok(())
    }

    async fn table_enable_ttl(&self) -> Result<(), StoreError> {
        let ttl = TimeToLiveSpecification::builder()
            .attribute_name(TTL)
            .enabled(true)
            .build()
            .expect("the setting is complete");
        self.client
            .update_time_to_live()
            .table_name(&*self.table)
            .time_to_live_specification(ttl)
            .send()
            .await
            .map_err(|e| StoreError::from_sdk("UpdateTimeToLive", e))?;
        Ok(())
    }
}
