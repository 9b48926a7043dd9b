-- Indexes the testimonials of answers, addresses and captions that were written or deleted.
create or replace function private.index_parts() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	ids uuid[] := array(select distinct c.testimonial_id from changed c);
begin
	if cardinality(ids) > 0 then
		perform private.index_words(ids);
		perform private.index_hashes(ids);
	end if;
	return null;
end
$$;
