-- The spaces of a user, and the fate of each without that user: `deleted` when there is no other member, `kept` when another owner is,
-- `needs_owner` when it has other members and no other owner.
create or replace function private.spaces_without(person uuid) returns table (
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
