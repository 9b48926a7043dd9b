-- Stores a fetched picture (`files` as private.attach_files takes them), or why it could not be fetched: its address is then kept with
-- the row. False when the testimonial was deleted or the picture is stored already.
create or replace function private.store_import_picture(space uuid, import uuid, testimonial uuid, role text, files jsonb, reason text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	p record;
begin
	delete from private.import_pictures x
	where x.space_id = space and x.import_id = import and x.testimonial_id = testimonial and x.role = role
	returning x.row, x.url into p;
	if not found then
		return false;
	end if;
	if files is not null then
		perform private.attach_files(space, testimonial, files);
		update public.testimonials t set author_avatar_path = files -> 0 ->> 'path'
		where t.space_id = space and t.id = testimonial and role = 'avatar';
	else
		update public.import_rows r set links = coalesce(r.links, '[]') || jsonb_build_object('role', role, 'url', p.url, 'reason', reason)
		where r.space_id = space and r.import_id = import and r.row = p.row;
	end if;
	update public.imports i set pictures_done = i.pictures_done + 1, pictures_failed = i.pictures_failed + (files is null)::int
	where i.space_id = space and i.id = import;
	return true;
end
$$;

grant execute on function private.store_import_picture(uuid, uuid, uuid, text, jsonb, text) to service_role;
