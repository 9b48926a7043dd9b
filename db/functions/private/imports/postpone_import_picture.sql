-- Lets a picture that could not be fetched wait for some seconds. `with_host`: the others at the same host wait as long, without counting
-- as tried.
create or replace function private.postpone_import_picture(
	space uuid, import uuid, testimonial uuid, role text, seq smallint, seconds int, with_host boolean
) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	until timestamptz := now() + make_interval(secs => seconds);
	address text;
begin
	update private.import_pictures p set attempts = p.attempts + 1, not_before = until
	where p.space_id = space and p.import_id = import and p.testimonial_id = testimonial and p.role = role and p.seq = seq
	returning p.url into address;
	update private.import_pictures p set not_before = until
	where with_host and p.space_id = space and p.import_id = import and p.not_before < until
		and lower(split_part(p.url, '/', 3)) = lower(split_part(address, '/', 3));
end
$$;

grant execute on function private.postpone_import_picture(uuid, uuid, uuid, text, smallint, int, boolean) to service_role;
