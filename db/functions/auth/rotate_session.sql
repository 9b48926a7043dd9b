-- Rotates the refresh token of a session, one caller at a time. `presented` is the counter of an authentic token: its signature
-- was checked before. Limits are seconds; 0 means no limit.
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
	-- Null where a limit is off: no time is before null.
	opened_after timestamptz := clock_timestamp() - make_interval(secs => nullif(timebox, 0));
	seen_after timestamptz := clock_timestamp() - make_interval(secs => nullif(inactivity, 0));
	raised_after timestamptz := clock_timestamp() - make_interval(secs => nullif(low_aal, 0));
	has_factor boolean := false;
begin
	-- The common case in one statement. The rest of the function finds out why it did not apply.
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
	-- The previous token is accepted at any time: its response was lost, or two tabs refreshed at once.
	elsif presented = s.refresh_counter - 1 or s.refreshed_at + make_interval(secs => reuse_interval) > clock_timestamp() then
		outcome := 'ok';
		counter := s.refresh_counter;
	else
		-- A replay: the holder of the newer token may be the attacker, so the session ends.
		perform auth.note_token(wanted, 'token_revoked', address);
		delete from auth.sessions where id = wanted;
		outcome := 'used';
	end if;
end
$$;

grant execute on function auth.rotate_session(uuid, bigint, double precision, double precision, double precision, double precision, boolean, text, text)
	to auth_service;
