-- People of a space whose name has some letters, for its owners to choose from: testimonials by their present or former name, by
-- answers and evidence, and invitations. At most fifty of each, the newest. Each search is written into the history of the space.
create or replace function public.find_people(space_id uuid, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := space_id;
	asked constant text := lower(btrim(name));
	sought constant text := private.lower_undotted(btrim(name));
	testimonials uuid[];
	invitations uuid[];
	found_testimonials jsonb;
	found_invitations jsonb;
begin
	perform private.require_owner(space);
	if char_length(sought) is distinct from greatest(2, char_length(sought)) then
		raise exception using errcode = '22023', message = 'Type two letters of the name or more.';
	end if;
	testimonials := private.people_named(space, sought);
	invitations := private.invitations_named(space, sought);
	select coalesce(jsonb_agg(to_jsonb(one)), '[]') into found_testimonials from (
		select t.id, t.author_name, t.author_title, t.author_company, t.kind, t.title, left(t.body, 200) as body, t.locale, t.submitted_at, c.email
		from public.testimonials t
		left join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
		where t.space_id = space and t.id = any (testimonials)
		order by t.submitted_at desc, t.id limit 50) one;
	select coalesce(jsonb_agg(to_jsonb(one)), '[]') into found_invitations from (
		select i.id, i.email, i.name, i.company, i.state, i.created_at from public.invitations i
		where i.space_id = space and i.id = any (invitations)
		order by i.created_at desc, i.id limit 50) one;
	perform private.note_person(space, 'people_searched', auth.uid(), asked, jsonb_build_object(
		'testimonials', jsonb_array_length(found_testimonials), 'invitations', jsonb_array_length(found_invitations)));
	return jsonb_build_object('testimonials', found_testimonials, 'invitations', found_invitations);
end
$$;

grant execute on function public.find_people(uuid, text) to authenticated;
