/* Ticks at an even pace: timers of a page that is not shown are slowed down, those of a worker are not. */
setInterval(() => postMessage(0), 50);
