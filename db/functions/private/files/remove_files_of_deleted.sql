-- Deletes the files of a deleted testimonial, space or profile.
create or replace function private.remove_files_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	case tg_table_name
		when 'testimonials' then perform private.remove_files('photos', format('%s/%s', old.space_id, old.id));
		when 'spaces' then
			perform private.remove_files('brand', old.id::text);
			perform private.remove_files('imports', old.id::text);
		when 'profiles' then perform private.remove_files('avatars', old.id::text);
	end case;
	return null;
end
$$;
