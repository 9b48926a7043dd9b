-- The service reaches messages through a table of its own, so that the policies of realtime.messages belong to the operator alone: who
-- drops all of them closes private channels, and breaks none. realtime.messages is the only partition of this table. PostgreSQL applies
-- the policies of the table that a statement names: the service names this one, callers name the partition.
create table realtime.stored_messages (like realtime.messages including defaults) partition by range (inserted_at);
alter table realtime.stored_messages enable row level security;
alter table realtime.stored_messages force row level security;
create policy service_stores_messages on realtime.stored_messages for all to realtime_service using (true) with check (true);
grant select, insert, delete on realtime.stored_messages to realtime_service;
alter table realtime.stored_messages attach partition realtime.messages default;

drop policy if exists service_keeps_messages on realtime.messages;
revoke select, insert, delete on realtime.messages from realtime_service;
