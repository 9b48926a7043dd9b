-- The share of the different words of two texts, as plain_words gives them, that are in both: from 0 to 1.
create or replace function private.words_alike(one text, other text) returns real
language sql immutable set search_path = '' as $$
	select coalesce((count(*) filter (where w.times = 2))::real / nullif(count(*), 0), 0) from (
		select s.word, count(*) as times from (
			select distinct unnest(string_to_array(btrim(one), ' ')) as word
			union all
			select distinct unnest(string_to_array(btrim(other), ' '))) s
		group by s.word) w
$$;
