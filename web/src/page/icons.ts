/* Line icons, as paths on a 24 by 24 grid. */

const PATHS: Record<string, string> = {
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  step: 'M6 5l9 7-9 7zM18 5v14',
  back: 'M18 5l-9 7 9 7zM6 5v14',
  restart: 'M4 5v5h5M4.6 10a8 8 0 1 1-.4 4.5',
  drag: 'M8 12V6.5a1.5 1.5 0 0 1 3 0V11M11 10.5V5a1.5 1.5 0 0 1 3 0v5.5M14 10.5V6.5a1.5 1.5 0 0 1 3 0V14a6 6 0 0 1-6 6c-3 0-4.5-1.5-5.8-4L3.8 13a1.5 1.5 0 0 1 2.5-1.6L8 13.5',
  spawn: 'M12 5v14M5 12h14',
  delete: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  explode: 'M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.9 2.9M15.5 15.5l2.9 2.9M18.4 5.6l-2.9 2.9M8.5 15.5l-2.9 2.9',
  rain: 'M7 15a4 4 0 1 1 .7-7.9A5.5 5.5 0 0 1 18 8.5 3.3 3.3 0 0 1 17.5 15M9 17l-1 3M13 17l-1 3M17 17l-1 3',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  share: 'M15 6l4-2-2 4M19 4l-9 9M10 5H5v14h14v-5',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.1',
};

/** Creates an icon that screen readers ignore. */
export function icon(name: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  path.setAttribute('d', PATHS[name] ?? '');
  svg.append(path);
  return svg;
}
