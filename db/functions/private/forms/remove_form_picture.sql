-- Deletes a picture that a form, its draft or its history no longer names, once nothing of its space does: copies of a form share their
-- picture, and a version that is restored shows its own.
create or replace function private.remove_form_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	picture constant text := case tg_table_name
		when 'forms' then to_jsonb(old) #>> '{look,picture}'
		when 'form_drafts' then to_jsonb(old) #>> '{mine,look,picture}'
		else to_jsonb(old) #>> '{parts,look,picture}'
	end;
	gone text[];
begin
	if exists (select from public.forms f where f.space_id = old.space_id and f.look ->> 'picture' = picture)
		or exists (select from public.form_drafts d where d.space_id = old.space_id and d.mine #>> '{look,picture}' = picture)
		or exists (select from public.form_versions v where v.space_id = old.space_id and v.parts #>> '{look,picture}' = picture) then
		return null;
	end if;
	with deleted as (
		delete from storage.objects o where o.bucket_id = 'brand' and o.name = picture and o.name like old.space_id || '/%' returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
	return null;
end
$$;
