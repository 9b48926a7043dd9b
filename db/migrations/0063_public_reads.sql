-- Nobody lists the testimonials of all spaces: visitors name a wall or a testimonial, members read those of their spaces. The grant
-- of `anon` stays for one version, as nodes of the version before count the testimonials of a wall by it; they count none.
create or replace view public.public_testimonials with (security_barrier = true) as
select s.*, (select i.item from private.shown_items i where i.space_id = s.space_id and i.testimonial_id = s.id) as item
from private.shown_testimonials s
where s.space_id = any ((select private.readable_spaces())::uuid[]);

-- A file of a public testimonial is read by its path, and not found by a list.
alter policy anyone_reads_public_photos on storage.objects
	using (bucket_id = 'photos' and (select private.asks_by_path()) and private.is_public_photo(name));
alter policy anyone_reads_public_recordings on storage.objects
	using (bucket_id = 'recordings' and (select private.asks_by_path()) and private.is_public_photo(name));
