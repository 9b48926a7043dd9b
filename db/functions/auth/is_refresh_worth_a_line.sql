-- True when a refresh is written to the audit log: the first of a session, one a day, and each from another network or device
-- (docs/decisions/0017-refreshes-in-the-log.md).
create or replace function auth.is_refresh_worth_a_line(before auth.sessions, agent text, address text) returns boolean
language sql stable
return before.refreshed_at is null or before.refreshed_at < now() - interval '1 day'
	or before.ip is distinct from address or before.user_agent is distinct from agent;

grant execute on function auth.is_refresh_worth_a_line(auth.sessions, text, text) to auth_service;
