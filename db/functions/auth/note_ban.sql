-- Notifies every node of a ban that was set or lifted, so that all of them refuse or accept the access tokens of that user.
create or replace function auth.note_ban() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	present timestamptz := clock_timestamp();
	notice text;
begin
	insert into auth.bans (user_id, until, changed_at) values (new.id, new.banned_until, present)
	on conflict (user_id) do update set until = excluded.until, changed_at = excluded.changed_at;
	-- The user, the end of the ban and the time of this change, in Unix milliseconds.
	notice := format('%s %s %s', new.id, auth.milliseconds(coalesce(new.banned_until, 'epoch')), auth.milliseconds(present));
	perform pg_notify('auth_bans', notice);
	raise info using errcode = 'PLNOW', message = 'auth_bans', detail = notice;
	return null;
end
$$;
