-- Notes how many more testimonials have a tag.
create or replace function private.count_tags() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if tg_op = 'INSERT' then
		insert into private.part_changes (space_id, part, key, number)
		select n.space_id, 't', n.tag_id, count(*) from new_rows n group by 1, 3;
	else
		insert into private.part_changes (space_id, part, key, number)
		select o.space_id, 't', o.tag_id, -count(*) from old_rows o group by 1, 3;
	end if;
	return null;
end
$$;
