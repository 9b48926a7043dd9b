-- Indexes testimonials whose words, names, language or time were written. A decision about thousands changes none of them.
create or replace function private.index_testimonials() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	ids uuid[];
begin
	if tg_op = 'INSERT' then
		ids := array(select t.id from changed t);
	else
		ids := array(select t.id from changed t join former f on f.id = t.id
			where (t.title, t.body, t.author_name, t.author_title, t.author_company, t.locale, t.submitted_at)
				is distinct from (f.title, f.body, f.author_name, f.author_title, f.author_company, f.locale, f.submitted_at));
	end if;
	if cardinality(ids) > 0 then
		perform private.index_words(ids);
		perform private.index_hashes(ids);
	end if;
	return null;
end
$$;
