-- Gives all testimonials of a tag another one, lets walls select by the other, and deletes the tag. It runs as the caller, under the
-- policies of tags: both rows are locked, so that no one adds the tag meanwhile.
create or replace function public.merge_tags(tag_id uuid, into_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	space uuid;
begin
	if tag_id = into_id then
		raise exception using errcode = '22023', message = 'A tag cannot be merged into itself.', column = 'into_id';
	end if;
	-- Both tags are locked in one order, or two merges could wait for each other.
	perform from public.tags t where t.id in (tag_id, into_id) order by t.id for update;
	select t.space_id into space from public.tags t
	join public.tags o on o.space_id = t.space_id and o.id = into_id
	where t.id = tag_id and t.space_id = any (private.spaces_as('editor'));
	if space is null then
		raise exception using errcode = 'PT404', message = 'One of the tags is not there any more.';
	end if;
	insert into public.testimonial_tags (space_id, testimonial_id, tag_id)
	select x.space_id, x.testimonial_id, into_id from public.testimonial_tags x where x.space_id = space and x.tag_id = merge_tags.tag_id
	on conflict do nothing;
	update public.walls w set selection = private.with_merged_tag(w.selection, tag_id, into_id)
	where w.space_id = space and w.selection -> 'tags' ? tag_id::text and jsonb_typeof(w.selection -> 'tags') = 'array';
	update public.wall_drafts d set
		mine = jsonb_set(d.mine, '{selection}', private.with_merged_tag(d.mine -> 'selection', tag_id, into_id), false),
		base = jsonb_set(d.base, '{selection}', private.with_merged_tag(d.base -> 'selection', tag_id, into_id), false)
	where d.space_id = space and (d.mine #> '{selection,tags}' ? tag_id::text or d.base #> '{selection,tags}' ? tag_id::text);
	-- Views of the space and of the caller: those of other members are theirs.
	update public.saved_views v set filter = jsonb_set(v.filter, '{tag}', to_jsonb(into_id))
	where v.space_id = space and v.filter ->> 'tag' = tag_id::text;
	delete from public.tags t where t.space_id = space and t.id = tag_id;
end
$$;

grant execute on function public.merge_tags(uuid, uuid) to authenticated;
