-- Bans that came or went while access tokens from before may still be about. As with ended sessions, every node is told, and
-- refuses those of whom is banned (decision 0019). A ban ends no session: when it is over, its sessions go on.
create table auth.bans (
	user_id uuid primary key,
	-- Null when it was lifted.
	until timestamptz,
	changed_at timestamptz not null default clock_timestamp()
);
create index bans_changed_at on auth.bans (changed_at);
alter table auth.bans enable row level security;
alter table auth.bans force row level security;
create policy auth_service_reads on auth.bans for select to auth_service using (true);
create policy auth_service_forgets on auth.bans for delete to auth_service using (true);
grant select, delete on auth.bans to auth_service;

create function auth.milliseconds(at timestamptz) returns double precision
language sql immutable parallel safe
return floor(extract(epoch from at) * 1000)::double precision;
grant execute on function auth.milliseconds(timestamptz) to auth_service;

create function auth.note_ban() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	present timestamptz := clock_timestamp();
	notice text;
begin
	insert into auth.bans (user_id, until, changed_at) values (new.id, new.banned_until, present)
	on conflict (user_id) do update set until = excluded.until, changed_at = excluded.changed_at;
	-- Whose, until when and since when, in unix milliseconds.
	notice := format('%s %s %s', new.id, auth.milliseconds(coalesce(new.banned_until, 'epoch')), auth.milliseconds(present));
	perform pg_notify('auth_bans', notice);
	raise info using errcode = 'PLNOW', message = 'auth_bans', detail = notice;
	return null;
end
$$;
create constraint trigger note_ban after update of banned_until on auth.users
	deferrable initially deferred for each row
	when (old.banned_until is distinct from new.banned_until)
	execute function auth.note_ban();
