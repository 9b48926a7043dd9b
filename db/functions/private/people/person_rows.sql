-- Reads everything that a space holds about one person: testimonials that were sent from an address or that an owner chose, the addresses of the
-- person, and the invitations to those. A testimonial that came by the personal link of an address is counted as its own, unless
-- it names another address.
create or replace function private.person_rows(space uuid, address text, chosen uuid[],
	out testimonials uuid[], out addresses text[], out invitations uuid[])
language plpgsql stable set search_path = '' as $$
#variable_conflict use_variable
declare
	asked text := private.person_address(nullif(btrim(address), ''));
begin
	testimonials := array(
		select t.id from public.testimonials t where t.space_id = space and t.id = any (chosen)
		union
		select c.testimonial_id from public.testimonial_contacts c where c.space_id = space and lower(c.email) = asked
		union
		select c.testimonial_id from public.testimonial_contacts c
		where c.space_id = space and c.email ~ '[^ -~]' and private.person_address(c.email) = asked
		union
		select i.testimonial_id from public.invitations i
		where i.space_id = space and i.email = asked and i.testimonial_id is not null and not exists (
			select from public.testimonial_contacts c where c.space_id = i.space_id and c.testimonial_id = i.testimonial_id));
	addresses := array(
		select asked where asked is not null
		union
		select private.person_address(c.email) from public.testimonial_contacts c where c.space_id = space and c.testimonial_id = any (testimonials));
	invitations := array(
		select i.id from public.invitations i where i.space_id = space and i.email = any (addresses)
		union
		select i.id from public.invitations i
		where i.space_id = space and i.testimonial_id = any (testimonials) and not exists (
			select from public.testimonial_contacts c where c.space_id = i.space_id and c.testimonial_id = i.testimonial_id));
end
$$;
