-- Stores a fetched picture (`files` as private.attach_files takes them), or why it could not be fetched: its address is then kept with
-- the row. False when its files are not wanted: the testimonial was deleted, has a portrait already, or the picture is stored already.
-- `seq`: null for nodes of the version before, which take the first one that is due.
create or replace function private.store_import_picture(
	space uuid, import uuid, testimonial uuid, role text, files jsonb, reason text, seq smallint default null
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	p record;
	is_wanted boolean := files is not null;
begin
	delete from private.import_pictures x
	where x.space_id = space and x.import_id = import and x.testimonial_id = testimonial and x.role = role
		and x.seq = coalesce(seq, (select y.seq from private.import_pictures y
			where y.space_id = space and y.import_id = import and y.testimonial_id = testimonial and y.role = role
			order by y.not_before, y.seq limit 1))
	returning x.row, x.url into p;
	if not found then
		return false;
	end if;
	if is_wanted and role = 'avatar' then
		update public.testimonials t set author_avatar_path = files -> 0 ->> 'path'
		where t.space_id = space and t.id = testimonial and t.author_avatar_path is null;
		is_wanted := found;
	end if;
	if is_wanted then
		perform private.attach_files(space, testimonial, files);
	elsif files is null then
		update public.import_rows r set links = coalesce(r.links, '[]') || jsonb_build_object('role', role, 'url', p.url, 'reason', reason)
		where r.space_id = space and r.import_id = import and r.row = p.row;
	end if;
	update public.imports i set pictures_done = i.pictures_done + 1, pictures_failed = i.pictures_failed + (files is null)::int
	where i.space_id = space and i.id = import;
	return is_wanted;
end
$$;

grant execute on function private.store_import_picture(uuid, uuid, uuid, text, jsonb, text, smallint) to service_role;
