-- The page of a form may show a picture of the space, behind its question.
alter table public.forms drop constraint look_is_known, add constraint look_is_known check (case
	when jsonb_typeof(look) <> 'object' then false
	else look - array['pages', 'background', 'font', 'picture'] = '{}'
		and coalesce(look -> 'pages', '"steps"') = '"steps"'
		and coalesce(look -> 'background', '"plain"') = '"plain"'
		and coalesce(look -> 'font', '"serif"') in ('"serif"', '"sans"', '"brand"')
		-- A file of the space's folder in the bucket `brand`. Null is no text and refused.
		and (not look ? 'picture' or coalesce(look ->> 'picture', '') ~ ('^' || space_id || '/[0-9a-f-]{36}\.(jpg|png|webp)$'))
	end);

-- Such a picture fills half of a desktop.
update storage.buckets set image_policy = '{"max_side": 2048}' where id = 'brand' and image_policy = '{"max_side": 1024}';

create trigger remove_picture after update of look or delete on public.forms
	for each row when (old.look ? 'picture') execute function private.remove_form_picture();
