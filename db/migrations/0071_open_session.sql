-- Opens a session and notes it everywhere a sign-in is noted: with its user, in the log, among the sources the user is known from.
-- One call instead of five statements, because each statement costs a sign-in more than what it writes.
-- `verified` is the stored hash that was just verified: the session opens only while it still stands; null for other ways in.
-- `seen_from` holds network, region and device; `notice` is queued when the user is known from elsewhere only.
-- Returns the user as it then is, or no row when nothing was opened.
create function auth.open_session(
	opened uuid, signed_in uuid, verified text, level text, methods jsonb, agent text, address text, ends timestamptz,
	traits jsonb, seen_from text[], notice jsonb
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
grant execute on function auth.open_session(uuid, uuid, text, text, jsonb, text, text, timestamptz, jsonb, text[], jsonb)
	to auth_service;
