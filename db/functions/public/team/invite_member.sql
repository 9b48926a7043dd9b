-- Invites an address to the team of a space, by mail. An open or expired invitation of the same address is renewed.
create or replace function public.invite_member(space_id uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
-- The index that `on conflict` infers is named by columns.
#variable_conflict use_column
declare
	space uuid := space_id;
	given_role text := role;
	address text := lower(btrim(normalize(email, NFKC)));
	made public.member_invitations;
begin
	if space is null or space <> all (private.spaces_as('owner')) then
		raise exception using errcode = '42501', message = 'Only owners of a space invite members.';
	end if;
	if address is null or char_length(address) > 255 or address ~ '\.\.|^\.|\.@'
		or address !~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$'
	then
		raise exception using errcode = '22023', message = 'This does not look like an e-mail address.', column = 'email';
	end if;
	if given_role is null or given_role not in ('owner', 'editor', 'viewer') then
		raise exception using errcode = '22023', message = 'A role is owner, editor or viewer.', column = 'role';
	end if;
	if exists (
		select from public.space_members m join auth.users u on u.id = m.user_id
		where m.space_id = space and u.email = address
	) then
		raise exception using errcode = 'P0001', hint = 'member_already', message = format('%s is a member already.', address);
	end if;
	-- A role that is being lost ends first: otherwise this invitation would outlive it.
	perform from public.space_members m where m.space_id = space and m.user_id = auth.uid() and m.role = 'owner' for share;
	if not found then
		raise exception using errcode = '42501', message = 'Only owners of a space invite members.';
	end if;
	insert into public.member_invitations as i (space_id, email, role, invited_by)
	values (space, address, given_role, auth.uid())
	on conflict (space_id, email) where accepted_at is null and declined_at is null and revoked_at is null
	do update set role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
		version = i.version + (i.expires_at <= now())::int, sent_at = null, failure = null
	returning * into made;
	perform private.queue_member_invitation_mail(made);
	return jsonb_build_object('id', made.id, 'email', made.email, 'role', made.role, 'expires_at', made.expires_at,
		'renewed', made.created_at < now());
end
$$;

grant execute on function public.invite_member(uuid, text, text) to authenticated;
