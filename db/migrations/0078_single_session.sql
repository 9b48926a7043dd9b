-- Where people may be signed in once only (SESSIONS_SINGLE_PER_USER), a sign-in ends what was open before, on every wire at once
-- (decision 0019). The row stays for a day, so that a refresh is told why.
alter table auth.sessions add column superseded_at timestamptz;

create constraint trigger note_superseded_session after update of superseded_at on auth.sessions
	deferrable initially deferred for each row
	when (old.superseded_at is null and new.superseded_at is not null)
	execute function auth.note_ended_session();

-- Opens a session and notes it everywhere a sign-in is noted: with its user, in the log, among the sources the user is known from.
-- One call instead of five statements, because each statement costs a sign-in more than what it writes.
-- `verified` is the stored hash that was just verified: the session opens only while it still stands; null for other ways in.
-- `seen_from` holds network, region and device; `notice` is queued when the user is known from elsewhere only.
-- `single` ends all other sessions of the user.
-- Returns the user as it then is, or no row when nothing was opened.
drop function auth.open_session(uuid, uuid, text, text, jsonb, text, text, timestamptz, jsonb, text[], jsonb);
create function auth.open_session(
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
		-- The user is locked by the update above: of two sign-ins at once the second ends the first.
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

create or replace function auth.rotate_session(
	wanted uuid, presented bigint, reuse_interval double precision,
	timebox double precision, inactivity double precision, low_aal double precision, single boolean,
	agent text, address text,
	out outcome text, out counter bigint
) language plpgsql volatile security invoker set search_path = '' as $$
declare
	s auth.sessions;
	banned boolean;
	is_worth_a_line boolean := false;
	-- Null where a limit is off, so that no time is ever before it.
	opened_after timestamptz := clock_timestamp() - make_interval(secs => nullif(timebox, 0));
	seen_after timestamptz := clock_timestamp() - make_interval(secs => nullif(inactivity, 0));
	raised_after timestamptz := clock_timestamp() - make_interval(secs => nullif(low_aal, 0));
	has_factor boolean := false;
begin
	-- The common case in one statement; whoever it does not fit goes the long way, which says why.
	if low_aal = 0 and not single then
		update auth.sessions f
		set refresh_counter = presented + 1, refreshed_at = clock_timestamp(), updated_at = clock_timestamp(), user_agent = agent, ip = address
		from auth.users u, auth.sessions before
		where f.id = wanted and f.refresh_counter = presented and u.id = f.user_id and before.id = f.id
			and coalesce(u.banned_until <= clock_timestamp(), true)
			and coalesce(f.not_after >= clock_timestamp(), true)
			and coalesce(f.created_at >= opened_after, true)
			and coalesce(coalesce(f.refreshed_at, f.created_at) >= seen_after, true)
		returning auth.is_refresh_worth_a_line(before, agent, address) into is_worth_a_line;
		if found then
			if is_worth_a_line then
				perform auth.note_token(wanted, 'token_refreshed', address);
			end if;
			outcome := 'ok';
			counter := presented + 1;
			return;
		end if;
	end if;
	select * into s from auth.sessions where id = wanted for update;
	if not found or presented > s.refresh_counter then
		outcome := 'not_found';
		return;
	end if;
	select coalesce(u.banned_until > clock_timestamp(), false) into banned from auth.users u where u.id = s.user_id;
	if low_aal > 0 then
		has_factor := exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified');
	end if;
	if banned then
		outcome := 'banned';
	elsif s.superseded_at is not null then
		outcome := 'newer_login';
	elsif s.not_after < clock_timestamp() or s.created_at < opened_after then
		outcome := 'expired';
	elsif coalesce(s.refreshed_at, s.created_at) < seen_after then
		outcome := 'inactive';
	elsif has_factor and s.aal = 'aal1' and s.created_at < raised_after then
		outcome := 'low_aal';
	elsif single and exists (
		select from auth.sessions o
		where o.user_id = s.user_id and o.created_at > s.created_at
			and coalesce(o.not_after > clock_timestamp(), true)
			and coalesce(o.created_at >= opened_after, true)
			and coalesce(coalesce(o.refreshed_at, o.created_at) >= seen_after, true)
			and coalesce(not has_factor or o.aal <> 'aal1' or o.created_at >= raised_after, true)
	) then
		outcome := 'newer_login';
	elsif presented = s.refresh_counter then
		update auth.sessions
		set refresh_counter = presented + 1, refreshed_at = clock_timestamp(), updated_at = clock_timestamp(), user_agent = agent, ip = address
		where id = wanted;
		if auth.is_refresh_worth_a_line(s, agent, address) then
			perform auth.note_token(wanted, 'token_refreshed', address);
		end if;
		outcome := 'ok';
		counter := presented + 1;
	elsif presented < s.refresh_floor then
		outcome := 'used';
	-- The parent of the active token may come at any time: its answer was lost, or two tabs refreshed at once.
	elsif presented = s.refresh_counter - 1 or s.refreshed_at + make_interval(secs => reuse_interval) > clock_timestamp() then
		outcome := 'ok';
		counter := s.refresh_counter;
	else
		-- A replay: whoever holds the newer token may be the thief, so the whole family ends.
		perform auth.note_token(wanted, 'token_revoked', address);
		delete from auth.sessions where id = wanted;
		outcome := 'used';
	end if;
end
$$;

