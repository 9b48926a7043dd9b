-- Erases again, after a restore, what was erased since the backup: objects with kind, space_id and row_hash, as in plaudit.erasures.
-- Returns how many rows were there again. A space that was imported again since it was deleted stays.
create or replace function private.repeat_erasures(erasures jsonb) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	total int := 0;
	done int;
	gone record;
	place record;
	person uuid;
	people uuid[];
	testimonials uuid[];
	invitation public.invitations;
begin
	perform private.recall_erased(erasures);
	for place in
		select e.space_id as space, array_agg(e.row_hash) filter (where e.kind in ('testimonial', 'person')) as testimonials,
			array_agg(e.row_hash) filter (where e.kind = 'person') as people,
			array_agg(e.row_hash) filter (where e.kind = 'invitation') as invitations,
			array_agg(e.row_hash) filter (where e.kind = 'import_row') as import_rows,
			array_agg(distinct e.row_hash) filter (where e.kind = 'address') as addresses
		from jsonb_to_recordset(erasures) e (kind text, space_id uuid, row_hash text)
		join public.spaces s on s.id = e.space_id
		group by e.space_id
	loop
		done := total;
		select array_agg(x.id), array_agg(x.id) filter (where x.hash = any (place.people)) into testimonials, people
		from (select t.id, private.row_hash(t.id::text) as hash from public.testimonials t where t.space_id = place.space offset 0) x
		where x.hash = any (place.testimonials);
		perform private.forget_searches(place.space,
			array(select lower(c.email) from public.testimonial_contacts c where c.space_id = place.space and c.testimonial_id = any (people)),
			array(select t.author_name from public.testimonials t where t.space_id = place.space and t.id = any (people)));
		for invitation in select i.* from public.invitations i
			where i.space_id = place.space and private.row_hash(i.id::text) = any (place.invitations) order by i.id for update
		loop
			perform private.erase_invitation(invitation);
			total := total + 1;
		end loop;
		with emptied as (
			update public.import_rows r set cells = null, links = null
			where r.space_id = place.space and r.cells is not null
				and private.row_hash(format('%s/%s', r.import_id, r.row)) = any (place.import_rows)
			returning 1
		)
		select total + count(*) into total from emptied;
		with deleted as (
			delete from public.customer_events e where e.space_id = place.space
				and (private.is_erased(place.space, e.email, null, null)
					or encode(private.address_hash(place.space, e.email), 'hex') = any (place.addresses))
			returning 1
		)
		select total + count(*) into total from deleted;
		insert into private.declined_addresses (space_id, address_hash)
		select place.space, decode(a, 'hex') from unnest(place.addresses) a on conflict do nothing;
		gone := private.erase_testimonials(place.space, testimonials);
		perform private.remove_versions(gone.versions);
		total := total + gone.erased;
		if total > done then
			perform private.remove_exports(place.space);
		end if;
	end loop;
	with deleted as (
		delete from public.spaces s using (
			select x.row_hash, max(x.erased_at) as erased_at
			from jsonb_to_recordset(erasures) x (kind text, row_hash text, erased_at timestamptz) where x.kind = 'space' group by 1) e
		where private.row_hash(s.id::text) = e.row_hash and not exists (select from public.space_events v
			where v.space_id = s.id and v.kind = 'archive_imported' and v.at > e.erased_at)
		returning 1
	)
	select total + count(*) into total from deleted;
	with deleted as (
		delete from public.member_invitations i
		where private.row_hash(i.id::text) in (
			select x.row_hash from jsonb_to_recordset(erasures) x (kind text, row_hash text) where x.kind = 'member_invitation')
		returning 1
	)
	select total + count(*) into total from deleted;
	for person in
		select u.id from auth.users u where private.row_hash(u.id::text) = any (array(
			select e.row_hash from jsonb_to_recordset(erasures) e (kind text, row_hash text) where e.kind = 'account'))
	loop
		delete from public.spaces s using private.spaces_without(person) w where s.id = w.space_id and w.fate = 'deleted';
		delete from auth.users u where u.id = person;
		total := total + 1;
	end loop;
	insert into plaudit.erased_rows (row_hash, kind, space_id, erased_at)
	select distinct on (e.row_hash, e.kind) e.row_hash, e.kind, e.space_id, coalesce(e.erased_at, now())
	from jsonb_to_recordset(erasures) e (kind text, space_id uuid, row_hash text, erased_at timestamptz)
	order by e.row_hash, e.kind, e.erased_at
	on conflict do nothing;
	return total;
end
$$;

grant execute on function private.repeat_erasures(jsonb) to service_role;
