-- What people see and do about their own account beside auth/v1: their sessions, an address change that they drop,
-- and leaving for good. All of it through functions that speak for the caller alone.
grant select, delete on auth.sessions to product_door;
grant select (id), update (email_change, email_change_sent_at, updated_at), delete on auth.users to product_door;
grant select, delete on auth.one_time_tokens to product_door;
grant insert on auth.audit_log_entries to product_door;
grant delete on public.spaces to product_door;

-- The session that asks: it still lives, and has shown every factor that its person has.
-- A token outlives the session it was made for; what is done here must not.
create function private.own_session() returns auth.sessions
language plpgsql stable security definer set search_path = '' as $$
declare
	own auth.sessions;
begin
	select s.* into own from auth.sessions s
	where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
		and (s.not_after is null or s.not_after > now());
	if own.id is null then
		raise exception using errcode = 'PT401', message = 'Your session has ended. Sign in again.';
	end if;
	if own.aal = 'aal1' and exists (select from auth.mfa_factors f where f.user_id = own.user_id and f.status = 'verified') then
		raise exception using errcode = 'PT403', message = 'Confirm with your second factor first.', hint = 'second_factor';
	end if;
	return own;
end
$$;
alter function private.own_session() owner to product_door;

-- The address of the network is the caller's own; nobody else's can be read here.
create function public.my_sessions() returns table (
	id uuid, user_agent text, ip text, aal text, created_at timestamptz, used_at timestamptz, is_current boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	return query
		select s.id, s.user_agent, s.ip, s.aal, s.created_at, coalesce(s.refreshed_at, s.created_at), s.id = own.id
		from auth.sessions s
		where s.user_id = own.user_id and (s.not_after is null or s.not_after > now())
		order by s.id = own.id desc, coalesce(s.refreshed_at, s.created_at) desc, s.id;
end
$$;
alter function public.my_sessions() owner to product_door;
grant execute on function public.my_sessions() to authenticated;

create function private.note_about(person uuid, action text, kind text) returns void
language sql volatile set search_path = '' as $$
	insert into auth.audit_log_entries (payload)
	values (jsonb_build_object('action', action, 'actor_id', person, 'actor_username', '', 'actor_via_sso', false, 'log_type', kind))
$$;
alter function private.note_about(uuid, text, text) owner to product_door;

-- Signs one device out. @returns false when there is no such session of the caller's
create function public.end_session(id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	delete from auth.sessions s where s.id = end_session.id and s.user_id = own.user_id;
	if found then
		perform private.note_about(own.user_id, 'logout', 'account');
	end if;
	return found;
end
$$;
alter function public.end_session(uuid) owner to product_door;
grant execute on function public.end_session(uuid) to authenticated;

-- The present address stays, and the links that were mailed for the new one are void.
create function public.cancel_email_change() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	delete from auth.one_time_tokens t
	where t.user_id = own.user_id and t.kind in ('email_change_current', 'email_change_new');
	update auth.users u set email_change = null, email_change_sent_at = null, updated_at = now()
	where u.id = own.user_id;
end
$$;
alter function public.cancel_email_change() owner to product_door;
grant execute on function public.cancel_email_change() to authenticated;

-- What becomes of each space without this person: `deleted` when nobody else is in it, `kept` when another owner is,
-- `needs_owner` when others work in it and none of them owns it.
create function private.spaces_without(person uuid) returns table (
	space_id uuid, name text, fate text, testimonials bigint
) language sql stable set search_path = '' as $$
	select s.id, s.name,
		case
			when not exists (select from public.space_members o where o.space_id = s.id and o.user_id <> person) then 'deleted'
			when m.role <> 'owner' or exists (
				select from public.space_members o where o.space_id = s.id and o.user_id <> person and o.role = 'owner'
			) then 'kept'
			else 'needs_owner'
		end,
		(select count(*) from public.testimonials t where t.space_id = s.id)
	from public.space_members m join public.spaces s on s.id = m.space_id
	where m.user_id = person
	order by s.created_at, s.id
$$;
alter function private.spaces_without(uuid) owner to product_door;

create function public.spaces_without_me() returns table (
	space_id uuid, name text, fate text, testimonials bigint
) language plpgsql stable security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	return query select * from private.spaces_without(own.user_id);
end
$$;
alter function public.spaces_without_me() owner to product_door;
grant execute on function public.spaces_without_me() to authenticated;

-- Ends the account with everything that is only its own. Others' work is not taken away: a space with other members
-- must have another owner first. Asks for a proof of the last ten minutes: a password, a code, a key.
create function public.delete_account() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
	orphan text;
begin
	if not exists (
		select from jsonb_array_elements(own.amr) proof
		where (proof ->> 'timestamp')::bigint > extract(epoch from now()) - 600
	) then
		raise exception using errcode = 'PT403', message = 'Confirm that it is you, then delete the account.', hint = 'recent_proof';
	end if;
	-- The same locks as keep_an_owner: the other owner of a space may be leaving it right now.
	perform pg_advisory_xact_lock(hashtextextended(m.space_id::text, 7268435))
	from (select space_id from public.space_members where user_id = own.user_id order by space_id) m;
	select w.name into orphan from private.spaces_without(own.user_id) w where w.fate = 'needs_owner' limit 1;
	if orphan is not null then
		raise exception using errcode = 'P0001', hint = 'needs_owner',
			message = format('“%s” would be without an owner. Make another member an owner first, or delete the space.', orphan);
	end if;
	perform private.note_about(own.user_id, 'user_deleted', 'team');
	delete from public.spaces s using private.spaces_without(own.user_id) w where s.id = w.space_id and w.fate = 'deleted';
	delete from auth.users u where u.id = own.user_id;
end
$$;
alter function public.delete_account() owner to product_door;
grant execute on function public.delete_account() to authenticated;
