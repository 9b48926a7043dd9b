-- Which of some addresses invite_customers would leave out: {email, reason, at} with the reason `declined before`, `erased before` or `asked before`, and when
-- that was. Addresses come back normalized, in no order; those that could be asked are missing.
create or replace function public.known_recipients(space_id uuid, emails jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	if space_id is null or space_id <> all (private.spaces_as('editor')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may look up its customers.';
	end if;
	if emails is null or jsonb_typeof(emails) <> 'array' or jsonb_array_length(emails) not between 1 and 10000 then
		raise exception using errcode = '22023', message = 'Addresses are a list of 1 to 10,000 texts.', column = 'emails';
	end if;
	return coalesce((
		with listed as materialized (
			select distinct private.normalize_address(l.value) as email from jsonb_array_elements_text(emails) l (value)
		),
		known as (
			select l.email,
				(select d.declined_at from private.declined_addresses d
					where d.space_id = space_id and d.address_hash = private.address_hash(space_id, l.email)) as declined_at,
				(select x.erased_at from private.erased x
					where x.space_id = space_id and x.kind = 'address' and x.hash = private.erased_hash(space_id, 'address', l.email)) as erased_at,
				greatest((select max(coalesce(greatest(i.sent_at, i.reminded_at, i.answered_at), i.created_at)) from public.invitations i
					where i.email = l.email and i.space_id = space_id and i.state <> 'failed'
						and (i.state = 'queued' or greatest(i.sent_at, i.reminded_at, i.answered_at) > now() - interval '90 days')),
				(select max(e.asked_at) from private.erased_invitations e
					where e.space_id = space_id and e.address_hash = private.address_hash(space_id, l.email)
						and e.asked_at > now() - interval '90 days')) as asked_at
			from listed l where l.email is not null
		)
		select jsonb_agg(jsonb_build_object('email', k.email,
			'reason', case when k.declined_at is not null then 'declined before'
				when k.erased_at is not null then 'erased before' else 'asked before' end,
			'at', coalesce(k.declined_at, k.erased_at, k.asked_at)))
		from known k where coalesce(k.declined_at, k.erased_at, k.asked_at) is not null), '[]');
end
$$;

grant execute on function public.known_recipients(uuid, jsonb) to authenticated;
