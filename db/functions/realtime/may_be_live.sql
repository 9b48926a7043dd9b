-- True when changes of a published table are sent. The tables of the feed itself are not. A publication of all tables leaves out those
-- of accounts, files and secrets; some of these may be named in it.
create or replace function realtime.may_be_live(schema_name text, is_of_all boolean) returns boolean
language sql immutable parallel safe set search_path = ''
return schema_name <> 'realtime' and not (is_of_all and schema_name in ('auth', 'storage', 'private'));

grant execute on function realtime.may_be_live(text, boolean) to realtime_service;
