-- Publishes the draft of a wall, all or nothing: writes its columns and its order, and removes the draft. False, and nothing changed,
-- when the wall or the draft is not the version that the caller has seen (`draft_version` null: there is none). It runs as the caller,
-- under the policies of walls and drafts.
create or replace function public.publish_wall(wall_id uuid, version int, draft_version int, change jsonb, testimonial_ids uuid[])
returns boolean
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	stored public.walls;
	seen int;
begin
	select * into stored from public.walls w where w.id = wall_id and w.version = publish_wall.version for update;
	if not found then
		return false;
	end if;
	select d.version into seen from public.wall_drafts d
	where d.space_id = stored.space_id and d.wall_id = publish_wall.wall_id for update;
	if seen is distinct from draft_version then
		return false;
	end if;
	stored := jsonb_populate_record(stored, change);
	update public.walls w set layout = stored.layout, theme = stored.theme, selection = stored.selection,
		page_title = stored.page_title, page_description = stored.page_description, noindex = stored.noindex,
		structured_data = stored.structured_data, page_filters = stored.page_filters, page_foot = stored.page_foot,
		page_intro = stored.page_intro, page_summary = stored.page_summary
	where w.id = wall_id;
	if testimonial_ids is not null then
		-- A testimonial may have been deleted since it was placed.
		perform public.order_wall(wall_id, array(
			select named.id from unnest(testimonial_ids) with ordinality named (id, place)
			join public.testimonials t on t.space_id = stored.space_id and t.id = named.id order by named.place));
	end if;
	delete from public.wall_drafts d where d.space_id = stored.space_id and d.wall_id = publish_wall.wall_id;
	return true;
end
$$;

grant execute on function public.publish_wall(uuid, int, int, jsonb, uuid[]) to authenticated, service_role;
