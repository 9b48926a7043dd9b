-- Puts the pictures of an import that could not be fetched back, to be asked for once more, and says how many they are. Those stay links
-- whose testimonial is deleted, or has another portrait by now.
create or replace function public.retry_import_pictures(import_id uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i record;
	put_back int;
begin
	select x.space_id, x.state into i from public.imports x
	where x.id = import_id and x.space_id = any (private.spaces_as('editor')) for update;
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may fetch the pictures of its imports.';
	end if;
	if i.state not in ('finished', 'failed') then
		raise exception using errcode = '55006', message = 'This import is not finished, or was undone.';
	end if;
	with l as materialized (
		select r.row, r.testimonial_id, e.link, e.at,
			t.id is not null and (e.link ->> 'role' = 'photo' or t.author_avatar_path is null) as is_wanted
		from public.import_rows r
		cross join jsonb_array_elements(r.links) with ordinality e (link, at)
		left join public.testimonials t on t.space_id = r.space_id and t.id = r.testimonial_id
		where r.space_id = i.space_id and r.import_id = import_id and r.links is not null and r.outcome = 'added'
	),
	kept as (
		update public.import_rows r set links = x.links
		from (select l.row, jsonb_agg(l.link order by l.at) filter (where not l.is_wanted) as links
			from l group by l.row having bool_or(l.is_wanted)) x
		where r.space_id = i.space_id and r.import_id = import_id and r.row = x.row
	),
	p as (
		insert into private.import_pictures (space_id, import_id, testimonial_id, row, role, seq, url)
		select i.space_id, import_id, l.testimonial_id, l.row, l.link ->> 'role',
			coalesce((select max(q.seq) from private.import_pictures q where q.space_id = i.space_id and q.import_id = import_id
				and q.testimonial_id = l.testimonial_id and q.role = l.link ->> 'role'), -1)
			+ row_number() over (partition by l.testimonial_id, l.link ->> 'role' order by l.at),
			l.link ->> 'url'
		from l where l.is_wanted
		returning 1
	)
	select count(*) into put_back from p;
	update public.imports x set pictures_done = x.pictures_done - put_back, pictures_failed = x.pictures_failed - put_back
	where put_back > 0 and x.space_id = i.space_id and x.id = import_id;
	-- Pictures whose job was given up are fetched too.
	if exists (select from private.import_pictures q where q.space_id = i.space_id and q.import_id = import_id) then
		perform private.queue_import_pictures(i.space_id, import_id);
	end if;
	return put_back;
end
$$;

grant execute on function public.retry_import_pictures(uuid) to authenticated;
