-- Opens a session: updates the user, writes the audit log and the known networks and devices, in one call because each statement
-- costs a sign-in more than what it writes. Returns the user, or no row when no session was opened.
-- `verified` is the stored password hash that was just checked: if it has changed since, no session is opened; null for other
-- methods. `seen_from` holds network, region and device; `notice` is queued as a mail when none of them is known.
-- `single` ends all other sessions of the user.
create or replace function auth.open_session(
	opened uuid, signed_in uuid, verified text, level text, methods jsonb, agent text, address text, ends timestamptz,
	traits jsonb, seen_from text[], notice jsonb, single boolean default false
) returns setof auth.accounts
language plpgsql volatile security invoker set search_path = '' as $$
declare
	sources bigint;
	known_network boolean;
	known_region boolean;
	known_device boolean;
begin
	update auth.users u set last_sign_in_at = now(), updated_at = now()
	where u.id = signed_in and (verified is null or u.encrypted_password = verified);
	if not found then
		return;
	end if;
	insert into auth.sessions (id, user_id, aal, amr, user_agent, ip, not_after)
	values (opened, signed_in, level, methods, agent, address, ends);
	if single then
		-- The update above locks the user: of two concurrent sign-ins the second ends the first.
		update auth.sessions s
		set superseded_at = now(), not_after = least(s.not_after, now()), updated_at = now()
		where s.user_id = signed_in and s.id <> opened and s.superseded_at is null;
	end if;
	update auth.identities i set last_sign_in_at = now(), updated_at = now()
	where i.user_id = signed_in and i.provider = 'email';
	insert into auth.audit_log_entries (payload, ip_address)
	select jsonb_build_object(
			'action', 'login', 'actor_id', u.id, 'actor_username', coalesce(u.email, u.phone, ''),
			'actor_via_sso', u.is_sso_user, 'log_type', 'account', 'traits', traits
		),
		address
	from auth.users u where u.id = signed_in;
	select count(*), bool_or(k.source = seen_from[1]), bool_or(k.source = seen_from[2]),
		bool_or(k.source = seen_from[3])
	into sources, known_network, known_region, known_device
	from auth.known_sources k
	where k.user_id = signed_in and k.seen_at > now() - interval '90 days';
	insert into auth.known_sources as k (user_id, source)
	select signed_in, s from unnest(seen_from) s
	on conflict (user_id, source) do update set seen_at = now()
	where k.seen_at < now() - interval '1 day';
	if sources > 0 and not (known_network or known_region and known_device) then
		insert into plaudit.jobs (kind, payload) values ('new-device', notice);
	end if;
	return query select a.* from auth.accounts a where a.id = signed_in;
end
$$;

grant execute on function auth.open_session(uuid, uuid, text, text, jsonb, text, text, timestamptz, jsonb, text[], jsonb, boolean)
	to auth_service;
