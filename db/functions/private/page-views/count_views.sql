-- Adds the page views that a node has counted: [{path, referrer_host, views}]. A day holds at most 20,000 rows, so that invented
-- paths cannot fill the disk; further paths are not counted.
create or replace function private.count_views(counted jsonb) returns void
language sql volatile security definer set search_path = '' as $$
	insert into private.page_views as v (day, path, referrer_host, views)
	select current_date, c.path, c.referrer_host, c.views
	from jsonb_to_recordset($1) c (path text, referrer_host text, views int)
	where (select count(*) from private.page_views t where t.day = current_date) < 20000
	order by c.path, c.referrer_host
	on conflict (day, path, referrer_host) do update set views = v.views + excluded.views
$$;

grant execute on function private.count_views(jsonb) to anon;
