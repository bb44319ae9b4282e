import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The open tab, if the page controls it; otherwise the tabs hold this state. */
  active?: string;
  onChange?: (id: string) => void;
}

/**
 * Tabs that follow the ARIA pattern: arrow keys, Home and End move and open. Without scripts all panels are shown, each
 * under its own heading.
 */
export function Tabs({ label, tabs, active, onChange }: TabsProps) {
  const [own, setOwn] = useState(tabs[0]?.id);
  const open = active ?? own;
  const prefix = useId();

  function choose(id: string) {
    setOwn(id);
    onChange?.(id);
  }

  return (
    <div>
      <TabList label={label} tabs={tabs} open={open} prefix={prefix} onChoose={choose} />
      {tabs.map((tab) => (
        <section
          key={tab.id}
          role="tabpanel"
          id={`${prefix}-panel-${tab.id}`}
          aria-labelledby={`${prefix}-tab-${tab.id}`}
          className={`py-6 ${tab.id === open ? '' : 'hidden noscript:block'}`}
        >
          <h2 className="mb-4 hidden text-xl noscript:block">{tab.label}</h2>
          {tab.content}
        </section>
      ))}
    </div>
  );
}

interface TabListProps {
  label: string;
  tabs: readonly Tab[];
  open: string | undefined;
  /** Begins the ids of tabs and panels. */
  prefix: string;
  onChoose: (id: string) => void;
}

/** The row of tabs. */
function TabList({ label, tabs, open, prefix, onChoose }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);

  // On a phone the open tab may be off screen.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (tab && list.current)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [open]);

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === open);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className="relative flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none] noscript:hidden"
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${prefix}-tab-${tab.id}`}
          data-tab={tab.id}
          aria-selected={tab.id === open}
          aria-controls={`${prefix}-panel-${tab.id}`}
          tabIndex={tab.id === open ? 0 : -1}
          onClick={() => onChoose(tab.id)}
          className="-mb-px min-h-12 border-b-2 border-transparent font-medium whitespace-nowrap text-muted transition-colors hover:text-ink aria-selected:border-accent aria-selected:text-ink"
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
