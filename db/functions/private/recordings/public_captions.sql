-- Captions at a public path while their testimonial is public, without those of a recording that waits to replace another.
create or replace function private.public_captions(path text) returns table (vtt text, updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
	parts text[] := regexp_match($1, '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[^/]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[^/]+$');
begin
	return query
		select c.vtt, c.updated_at
		from public.captions c
		join public.media m on m.space_id = c.space_id and m.id = c.media_id and m.replaces is null
		join public.testimonials t on t.space_id = c.space_id and t.id = c.testimonial_id
		where c.space_id = parts[1]::uuid and c.media_id = parts[2]::uuid and c.path = $1 and not c.is_draft and t.is_public;
end
$$;

grant execute on function private.public_captions(text) to anon;
